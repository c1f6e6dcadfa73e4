import { z } from 'zod';
import type { ErrorStatus } from './errors.ts';
import { idParam } from './fields.ts';

/**
 * One API call, as agreed between client and server. Calls are keyed by `METHOD /path/{param}`, as in the wire
 * document.
 */
export interface Call {
  /** What the call does, in one sentence for the API documentation. */
  summary: string;
  /** Its heading in the API documentation. */
  tag: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /**
   * Parts of a multipart/form-data body: JSON parts by schema and at most one file; or only files under one of the
   * names, read one by one.
   */
  multipart?: {
    json: Record<string, z.ZodType>;
    file?: { name: string; required: boolean; maxBytes: number };
    files?: { names: readonly string[]; maxBytes: number; maxCount: number };
  };
  /** The maximum size of a JSON body, if above a megabyte. */
  maxBodyBytes?: number;
  /** True for a form-encoded webhook. */
  form?: boolean;
  /** True for a POST that only reads: its body has a GET's parameters, to keep them out of the URL. */
  searches?: boolean;
  /** True for a POST that creates something and so supports Idempotency-Key. */
  creates?: boolean;
  /** True if the last proof of who the caller is must be at most ten minutes old. */
  needsProof?: boolean;
  /** True for an address that browsers open: its errors are pages, unless the caller asks for JSON. */
  page?: boolean;
  status: 200 | 201 | 202 | 204 | 302 | 303;
  /** The body of the success; none if it is empty or binary, and for a redirect. */
  answers?: z.ZodType;
  /** Of a binary answer. */
  contentType?: string | readonly string[];
  /** The 202 to `Prefer: respond-async`, or when the caller would wait too long: work continues in the background. */
  answersLater?: z.ZodType;
  /** Error statuses beyond those that follow from its input and access: `http/openapi.ts`. */
  errors?: readonly ErrorStatus[];
}

/** A call in its file: unless it says otherwise, its heading and status are the usual ones, and its path names ids. */
type CallEntry = Omit<Call, 'tag' | 'status'> & Partial<Pick<Call, 'tag' | 'status'>>;

type CallKey = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** Refuses keys and fields of a group that no call has. */
type Misspelled<G> = { [K in keyof G]: K extends CallKey ? { [F in Exclude<keyof G[K], keyof Call>]: never } : never };

type ParamNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

type IdParams<Path, C> = C extends { params: z.ZodType }
  ? unknown
  : Path extends `${string}{${string}`
    ? { params: z.ZodObject<Record<ParamNames<Path>, typeof idParam>, z.core.$strict> }
    : unknown;

/** The calls of one heading in the API documentation, with what follows from their paths and answers. */
export function defineCalls<const G extends Record<CallKey, CallEntry>>(tag: string, group: G & Misspelled<G>) {
  const calls = Object.entries<CallEntry>(group).map(([path, call]) => [path, complete(tag, path, call)]);
  return Object.fromEntries(calls) as { [K in keyof G]: G[K] & Pick<Call, 'tag' | 'status'> & IdParams<K, G[K]> };
}

function complete(tag: string, path: string, call: CallEntry): Call {
  const ids = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => [name, idParam]);
  const params = ids.length > 0 ? { params: z.strictObject(Object.fromEntries(ids)) } : {};
  const status = call.answers ? (call.creates ? 201 : 200) : call.contentType ? 200 : 204;
  return { tag, status, ...params, ...call };
}

/** The parts of a browser's File that the contract uses. */
export interface FilePart {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

type In<T> = T extends z.ZodType ? z.input<T> : never;
type Out<T> = T extends z.ZodType ? z.output<T> : never;

/** What a client passes to a call. */
export type CallInput<C extends Call> = (C['params'] extends z.ZodType ? { params: In<C['params']> } : unknown) &
  (C['query'] extends z.ZodType ? { query?: In<C['query']> } : unknown) &
  (C['body'] extends z.ZodType ? { body: In<C['body']> } : unknown) &
  (C['multipart'] extends { json: infer J }
    ? { parts: { [K in keyof J]: In<J[K]> }; file?: FilePart | null }
    : unknown);

/** What a handler receives after validation. */
export type CallReceived<C extends Call> = {
  params: C['params'] extends z.ZodType ? Out<C['params']> : undefined;
  query: C['query'] extends z.ZodType ? Out<C['query']> : undefined;
  body: C['body'] extends z.ZodType ? Out<C['body']> : undefined;
  parts: C['multipart'] extends { json: infer J } ? { [K in keyof J]: Out<J[K]> } : undefined;
};

/** What a successful call answers. */
export type CallOutput<C extends Call> = C['answers'] extends z.ZodType ? Out<C['answers']> : undefined;

/** The answer of a call that continues in the background. */
export type CallOutputLater<C extends Call> = Out<C['answersLater']>;
