/** Browsers with the portal open: each keeps a stream of live updates and reopens it when it ends. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from './client.ts';
import { urls } from './layout.ts';

const count = 3;
const reopenMs = 1_000;
/** The portal sends a line every 15 seconds; a browser gives up after 40. */
const silenceMs = 40_000;

export class Listeners {
  readonly #ended = new AbortController();
  /** For each listener, when it heard of a change. */
  readonly times: number[][] = [];
  readonly #heard: Set<number>[] = [];

  constructor(private readonly client: Client) {}

  start(): void {
    for (let n = 0; n < count; n++) {
      this.times.push([]);
      this.#heard.push(new Set());
      void this.#listen(n);
    }
  }

  /** Whether every listener heard of this request. */
  haveHeard(id: number): boolean {
    return this.#heard.every((ids) => ids.has(id));
  }

  stop(): void {
    this.#ended.abort();
  }

  async #listen(n: number): Promise<void> {
    while (!this.#ended.signal.aborted) {
      await this.#readStream(n).catch(() => undefined);
      await pause(reopenMs * (0.75 + Math.random() / 2));
    }
  }

  async #readStream(n: number): Promise<void> {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), silenceMs);
    try {
      const answer = await fetch(`${urls.portal}/v1/events`, {
        headers: { authorization: `Bearer ${await this.client.token()}` },
        signal: AbortSignal.any([this.#ended.signal, silence.signal]),
      });
      if (!answer.ok || !answer.body) return;
      let rest = '';
      const decoder = new TextDecoder();
      for await (const chunk of answer.body) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), silenceMs);
        const blocks = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) this.#hear(n, block);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #hear(n: number, block: string): void {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (data === undefined) return;
    this.times[n]?.push(Date.now());
    const { id } = JSON.parse(data) as { id?: number };
    if (/^event: service-request$/m.test(block) && id !== undefined) this.#heard[n]?.add(id);
  }
}
