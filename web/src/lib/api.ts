import { backgroundHeader } from '@kinbridge/contract/auth/background-call';
import type { CallName, Calls } from '@kinbridge/contract/calls';
import type { CallInput, CallOutput } from '@kinbridge/contract/shared/call';
import type { ErrorBody } from '@kinbridge/contract/shared/errors';
import { type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import { checkConnection } from './connection.ts';
import { clearSession, isUnused, readSession, storeSession } from './session.ts';
import { keepPlace, reloadWithoutQuestion } from './session-end.ts';
import { holdBack } from './sign-in/held-back.ts';

/** What a failed call throws: the server's message, or one about the network. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }

  get fields(): Record<string, string> {
    return this.body.fields ?? {};
  }
}

/** The server's messages by field; none if the call failed for another reason. */
export function fieldErrors(error: Error | null): Record<string, string> {
  return error instanceof ApiError ? error.fields : {};
}

/** The person didn't confirm that it's them. They know it, so screens stay as they were. */
export class ProofCancelled extends ApiError {}

/** Paths and queries are text, in which a number needs no quotes. */
type WithNumbers<T> = { [P in keyof T]: string extends T[P] ? T[P] | number : T[P] };

type Input<K extends CallName> = {
  [P in keyof CallInput<Calls[K]>]: P extends 'params' | 'query'
    ? WithNumbers<CallInput<Calls[K]>[P]>
    : CallInput<Calls[K]>[P];
} & { signal?: AbortSignal; idempotencyKey?: string };

export type Arguments<K extends CallName, More = unknown> =
  Record<never, never> extends Input<K> ? [input?: Input<K> & More] : [input: Input<K> & More];

/** Makes one call from the contract. Only its types are imported, not its code. */
export async function call<K extends CallName>(name: K, ...input: Arguments<K>): Promise<CallOutput<Calls[K]>> {
  const response = await answerTo(name, ...input);
  return (response.status === 204 ? undefined : await response.json()) as CallOutput<Calls[K]>;
}

type QueryOptions<Data> = Pick<
  UseQueryOptions<Data>,
  'enabled' | 'gcTime' | 'placeholderData' | 'refetchInterval' | 'retry' | 'staleTime'
>;

/** A query that is one call, with the call's input and the query's options. */
export function callQuery<K extends CallName>(
  queryKey: QueryKey,
  name: K,
  ...[input]: Arguments<K, QueryOptions<CallOutput<Calls[K]>>>
) {
  return queryOptions({
    ...(input as QueryOptions<CallOutput<Calls[K]>>),
    queryKey,
    queryFn: ({ signal }) => call(name, ...([{ ...input, signal }] as unknown as Arguments<K>)),
  });
}

/** The raw response, for calls that are read in pieces. */
export async function answerTo<K extends CallName>(name: K, ...[input]: Arguments<K>): Promise<Response> {
  const [method, path] = name.split(' ') as [string, string];
  const request = { method, ...(input as LooseInput | undefined) };
  let response = await send(path, request);
  if (response.status === 401 && needsSession(path) && (await refreshSession())) {
    response = await send(path, request);
  }
  if (response.ok) return response;
  const error = new ApiError(response.status, await readError(response));
  if (error.body.code === 'second_factor_required') holdBack();
  if (error.body.code !== 'proof_required') throw error;
  if (await prove(request.body)) return answerTo(name, ...([input] as Arguments<K>));
  throw new ProofCancelled(response.status, error.body);
}

/** Asks the person to prove that it's them, given the call's body. Set by the frame's code; elsewhere nobody is asked. */
let prove: (body: unknown) => Promise<boolean> = async () => false;

export function proveWith(ask: typeof prove): void {
  prove = ask;
}

/** Calls under /auth/ answer 401 for a wrong login, where a refresh makes no sense. */
function needsSession(path: string): boolean {
  return !path.startsWith('/v1/auth/') || path === '/v1/auth/proof';
}

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  parts?: Record<string, unknown>;
  file?: File | null;
  signal?: AbortSignal;
  idempotencyKey?: string;
  later?: boolean;
}

/** Identifies the caller on every call, and says if nobody is there. */
export function sessionHeaders(): Record<string, string> {
  const session = readSession();
  if (!session) return {};
  const headers = { authorization: `Bearer ${session.idToken}`, userId: String(session.userId) };
  return isUnused() ? { ...headers, [backgroundHeader]: '1' } : headers;
}

export const networkFailure: ErrorBody = {
  code: 'network',
  message: "We couldn't reach Kinbridge. Check your connection and try again.",
  requestId: '',
};

export async function send(path: string, input: LooseInput & { method: string }): Promise<Response> {
  const headers = new Headers(sessionHeaders());
  headers.set('traceparent', newTraceparent());
  if (input.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey);
  if (input.later) headers.set('prefer', 'respond-async');
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  try {
    return await fetch(fillPath(path, input), {
      method: input.method,
      headers,
      body: input.parts ? toFormData(input) : input.body === undefined ? null : JSON.stringify(input.body),
      signal: input.signal ?? null,
    });
  } catch (error) {
    if (input.signal?.aborted) throw error;
    void checkConnection();
    throw new ApiError(0, networkFailure);
  }
}

/** Lets operators find a call in the server's log and traces. Random for each call, so it says nothing about people. */
function newTraceparent(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `00-${hex.slice(0, 32)}-${hex.slice(32)}-00`;
}

export function fillPath(path: string, input: Pick<LooseInput, 'params' | 'query'>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

function toFormData(input: LooseInput): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input.parts ?? {})) form.set(name, JSON.stringify(value));
  if (input.file) form.set('file', input.file);
  return form;
}

export async function readError(response: Response): Promise<ErrorBody> {
  try {
    const body = (await response.json()) as ErrorBody;
    if (typeof body.message === 'string') return body;
  } catch {
    // A proxy may answer without our error format.
  }
  return {
    code: 'internal',
    message: 'Something went wrong. Please try again later',
    requestId: response.headers.get('x-request-id') ?? '',
  };
}

let refreshing: Promise<boolean> | null = null;

/** One refresh for all calls that got a 401, across tabs too. False means the session is over. */
export function refreshSession(): Promise<boolean> {
  refreshing ??= withTabLock(refreshOnce).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function refreshOnce(tokenBefore: string | undefined): Promise<boolean> {
  const session = readSession();
  if (!session) return endSession();
  // Another tab was faster: use its tokens, because reusing the old one would end the session.
  if (session.refreshToken !== tokenBefore) return true;
  const response = await send('/v1/auth/refresh-token', { method: 'POST', body: { token: session.refreshToken } });
  if (response.ok) {
    storeSession((await response.json()) as { idToken: string; refreshToken: string });
    return true;
  }
  const error = await readError(response);
  if (response.status === 401) return endSession(error.code === 'session_idle');
  throw new ApiError(response.status, error);
}

function withTabLock(refresh: (tokenBefore: string | undefined) => Promise<boolean>): Promise<boolean> {
  const tokenBefore = readSession()?.refreshToken;
  if (!('locks' in navigator)) return refresh(tokenBefore);
  return navigator.locks.request('kinbridge.refresh', () => refresh(tokenBefore));
}

/** Specification §8: a failed refresh clears the storage and reloads, which shows the login screen. */
function endSession(idle = false): false {
  const session = readSession();
  if (session) {
    keepPlace(session.userId, idle);
    clearSession();
    reloadWithoutQuestion();
  }
  return false;
}
