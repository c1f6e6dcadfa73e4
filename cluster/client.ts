/** Calls the portal as a browser does: a call without an answer is sent again with the same key. */
import { setTimeout as pause } from 'node:timers/promises';
import { urls } from './layout.ts';

const email = 'amara.boateng@lanternhouse.example';
const password = 'Kinbridge-Demo1!';
const answerMs = 35_000;
const patienceMs = 120_000;
const retryMs = 500;
/** What a proxy or a process without its database answers. */
const passing = new Set([429, 500, 502, 503, 504]);

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the wire document says what is there
  body: any;
}

export interface Call {
  method?: string;
  path: string;
  json?: unknown;
  form?: Record<string, unknown>;
  key?: string;
}

export class Client {
  organizationId = 0;
  userId = 0;
  #token = '';
  #tokenAt = 0;
  #signingIn: Promise<void> | null = null;
  /** Attempts without a usable answer, by what came instead. */
  readonly failures = new Map<string, number>();

  /** Once for all callers, and again before the token expires. */
  async token(): Promise<string> {
    if (Date.now() - this.#tokenAt > 10 * 60_000) {
      this.#signingIn ??= this.#signIn().finally(() => {
        this.#signingIn = null;
      });
      await this.#signingIn;
    }
    return this.#token;
  }

  async #signIn(): Promise<void> {
    const answer = await this.#repeat({ path: '/v1/auth/login', json: { email, password } }, '');
    if (answer?.status !== 200) throw new Error(`Sign-in failed: ${JSON.stringify(answer)}`);
    this.#token = answer.body.idToken;
    this.organizationId = answer.body.body.organizationId;
    this.userId = answer.body.body.id;
    this.#tokenAt = Date.now();
    // A planted fault may not have stored the session yet.
    await pause(1_000);
  }

  /** The first definite answer; null if none came in time. `tries` says how often it was sent. */
  async send(call: Call): Promise<(Answer & { tries: number }) | null> {
    return this.#repeat(call, await this.token());
  }

  async #repeat(call: Call, token: string): Promise<(Answer & { tries: number }) | null> {
    const end = Date.now() + patienceMs;
    for (let tries = 1; Date.now() < end; tries++) {
      const answer = await this.#once(call, token);
      if (typeof answer === 'object' && !passing.has(answer.status)) return { ...answer, tries };
      const reason = typeof answer === 'object' ? String(answer.status) : answer;
      this.failures.set(reason, (this.failures.get(reason) ?? 0) + 1);
      await pause(retryMs);
    }
    return null;
  }

  async #once({ method = 'POST', path, json, form, key }: Call, token: string): Promise<Answer | string> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (json !== undefined) headers['content-type'] = 'application/json';
    if (key) headers['idempotency-key'] = key;
    const body = form ? asForm(form) : json === undefined ? null : JSON.stringify(json);
    try {
      const signal = AbortSignal.timeout(answerMs);
      const answer = await fetch(`${urls.portal}${path}`, { method, headers, body, signal });
      const text = await answer.text();
      return { status: answer.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text };
    } catch (error) {
      return (error as Error).name === 'TimeoutError' ? 'no answer' : 'connection lost';
    }
  }
}

function asForm(parts: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) form.set(name, JSON.stringify(part));
  return form;
}
