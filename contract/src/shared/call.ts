import type { z } from 'zod';
import type { ErrorStatus } from './errors.ts';

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
  /** The success status and body schema; `null` for an empty or binary body, and for a redirect. */
  answers: {
    status: 200 | 201 | 202 | 204 | 302 | 303;
    body: z.ZodType | null;
    contentType?: string | readonly string[];
  };
  /** The answer to `Prefer: respond-async`, or when the caller would wait too long: work continues in the background. */
  answersLater?: { status: 202; body: z.ZodType };
  /** The call's error statuses, in addition to 429, 500 and 503, which any call can have. */
  errors: readonly ErrorStatus[];
}

export type CallGroup = Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Call>;

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
export type CallOutput<C extends Call> = C['answers']['body'] extends z.ZodType ? Out<C['answers']['body']> : undefined;

/** The answer of a call that continues in the background. */
export type CallOutputLater<C extends Call> = C extends { answersLater: { body: infer B } } ? Out<B> : never;
