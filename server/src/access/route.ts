import type { Readable } from 'node:stream';
import type { CallName, Calls } from '@kinbridge/contract/calls';
import type { CallOutput, CallOutputLater, CallReceived } from '@kinbridge/contract/shared/call';
import type { AppContext } from '../app-context.ts';
import type { Tx } from '../db/database.ts';
import type { Actor, StaffActor } from './actor.ts';
import type { Permission } from './permissions.ts';

/** A file as it came in, small enough to be held in memory. */
export interface ReceivedFile {
  fileName: string;
  bytes: Buffer;
}

/** A file as it goes out. */
export class FileAnswer {
  readonly bytes: Readable | Buffer;
  readonly contentType: string;
  readonly fileName: string;
  readonly cacheControl: string;

  constructor(bytes: Readable | Buffer, contentType: string, fileName: string, cacheControl = 'private, no-store') {
    this.bytes = bytes;
    this.contentType = contentType;
    this.fileName = fileName;
    this.cacheControl = cacheControl;
  }
}

/** An answer that the database has written as JSON already; parsing it would be work for nothing. */
export class JsonText {
  readonly text: string;
  readonly headers: Record<string, string>;

  constructor(text: string, headers: Record<string, string> = {}) {
    this.text = text;
    this.headers = headers;
  }
}

/** The answer of a call whose work goes on after it. */
export class LaterAnswer<T> {
  readonly body: T;

  constructor(body: T) {
    this.body = body;
  }
}

/** An answer that goes on until either side ends it. */
export class StreamAnswer {
  readonly stream: Readable;
  readonly contentType: string;

  constructor(stream: Readable, contentType: string) {
    this.stream = stream;
    this.contentType = contentType;
  }
}

export interface RouteRequest<A> {
  app: AppContext;
  actor: A;
  requestId: string;
  file: ReceivedFile | null;
  /** The files of a call that takes several, as they arrive: one is in memory at a time. */
  files: AsyncIterable<ReceivedFile>;
  headers: Record<string, string | string[] | undefined>;
  /** The parameters exactly as they were sent: the JSON body where the call has one, the query otherwise. */
  sent: Record<string, unknown>;
  /** The fields of a form-encoded body. */
  form: Record<string, string>;
  /** Where the call comes from, as far as the proxies in front are believed. */
  address: string;
  /** The query as it arrived, with its question mark; a signature covers it to the letter. */
  search: string;
  /**
   * One transaction that happens once per Idempotency-Key; the answer is kept and given again. `also` is
   * what else tells this request from another one with the same key, such as the hash of its files.
   */
  once<T extends object>(work: (tx: Tx) => Promise<T>, also?: string): Promise<T>;
}

type Handler<K extends CallName, A> = (
  input: CallReceived<Calls[K]> & RouteRequest<A>,
) => Promise<
  | CallOutput<Calls[K]>
  | LaterAnswer<CallOutputLater<Calls[K]>>
  | (Calls[K]['answers']['body'] extends null ? FileAnswer | StreamAnswer : JsonText)
>;

export type SignedCall = Pick<RouteRequest<null>, 'form' | 'headers' | 'search'>;
export type IsSigned = (app: AppContext, call: SignedCall) => boolean;

export interface Route {
  name: CallName;
  access: 'public' | Permission;
  /** A public route that tells a signed-in caller more. */
  sessionOptional: boolean;
  /** Counted per address: calls that anybody can make and that cost something. */
  limited: boolean;
  /** Whether a form-encoded call bears the signature of who it is meant for; such a call is not counted. */
  isSigned?: IsSigned;
  handle: (input: never) => Promise<unknown>;
}

/** A route for staff; the actor is known to belong to an organization where the permission says so. */
export function route<K extends CallName>(name: K, access: Permission, handle: Handler<K, StaffActor>): Route {
  return { name, access, sessionOptional: false, limited: false, handle };
}

/** A route that anybody may call, limited per address. */
export function publicRoute<K extends CallName>(name: K, handle: Handler<K, null>): Route {
  return { name, access: 'public', sessionOptional: false, limited: true, handle };
}

/** A public route that a service of ours calls back, signed. Calls without a valid signature are limited per address. */
export function callbackRoute<K extends CallName>(name: K, isSigned: IsSigned, handle: Handler<K, null>): Route {
  return { ...publicRoute(name, handle), isSigned };
}

/** A public route that tells a signed-in caller more. Callers without a session are limited per address. */
export function openRoute<K extends CallName>(name: K, handle: Handler<K, Actor | null>): Route {
  return { name, access: 'public', sessionOptional: true, limited: true, handle };
}

/** A route for anybody who is signed in, members included. */
export function signedInRoute<K extends CallName>(name: K, access: Permission, handle: Handler<K, Actor>): Route {
  return { name, access, sessionOptional: false, limited: false, handle };
}
