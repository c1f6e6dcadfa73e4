import type { z } from 'zod';
import type { ErrorStatus } from './errors.ts';

/**
 * One call of the API as client and server agree on it. Calls are kept in objects whose keys are
 * `METHOD /path/{param}`, so the key in the code is the line in the wire document.
 */
export interface Call {
  /** What the call does, as one sentence for the API documentation. */
  summary: string;
  /** The heading it stands under in the API documentation. */
  tag: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /**
   * Parts of a multipart/form-data body: JSON parts by their schema, and at most one file part; or nothing
   * but files under one of the names, which are then read one after the other.
   */
  multipart?: {
    json: Record<string, z.ZodType>;
    file?: { name: string; required: boolean; maxBytes: number };
    files?: { names: readonly string[]; maxBytes: number; maxCount: number };
  };
  /** How large a JSON body may be, where that is more than a megabyte. */
  maxBodyBytes?: number;
  /** True for a webhook, whose body is form-encoded. */
  form?: boolean;
  /** True for a POST that only reads: its body is a GET's parameters, so that they stay out of the address. */
  searches?: boolean;
  /** True for a POST that creates something: it then honours the Idempotency-Key header. */
  creates?: boolean;
  /** The success status and the schema of its body; `null` stands for an empty or binary body. */
  answers: { status: 200 | 201 | 202 | 204; body: z.ZodType | null; contentType?: string | readonly string[] };
  /** What it answers instead when asked by `Prefer: respond-async`: the work goes on after the answer. */
  answersLater?: { status: 202; body: z.ZodType };
  /** The error statuses that the call can answer with, besides 429, 500 and 503, which any call can. */
  errors: readonly ErrorStatus[];
}

export type CallGroup = Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Call>;

/** The part of a browser's File that the contract knows of. */
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

/** What a handler receives once the input has been checked. */
export type CallReceived<C extends Call> = {
  params: C['params'] extends z.ZodType ? Out<C['params']> : undefined;
  query: C['query'] extends z.ZodType ? Out<C['query']> : undefined;
  body: C['body'] extends z.ZodType ? Out<C['body']> : undefined;
  parts: C['multipart'] extends { json: infer J } ? { [K in keyof J]: Out<J[K]> } : undefined;
};

/** What a successful call answers. */
export type CallOutput<C extends Call> = C['answers']['body'] extends z.ZodType ? Out<C['answers']['body']> : undefined;

/** What a call answers that was asked to do its work later. */
export type CallOutputLater<C extends Call> = C extends { answersLater: { body: infer B } } ? Out<B> : never;
