/** Plays the text provider, outside the cluster, and counts how often each text left. */
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { ports } from './layout.ts';

/** Long enough that a killed worker leaves texts in flight. */
const answerMs = 60;

export class TextProvider {
  /** How often a text was received, by the id of its row. */
  readonly arrived = new Map<number, number>();
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const id = Number(new URL(form.get('StatusCallback') ?? 'http://none').searchParams.get('message'));
    this.arrived.set(id, (this.arrived.get(id) ?? 0) + 1);
    await pause(answerMs);
    response.writeHead(201, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ sid: `SM${id}-${this.arrived.get(id)}`, status: 'queued' }));
  });

  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(ports.textProvider, '127.0.0.1', resolve);
    });
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
