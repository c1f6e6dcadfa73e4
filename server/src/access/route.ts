import type { Readable } from 'node:stream';
import type { CallName, Calls } from '@kinbridge/contract/calls';
import type { Action } from '@kinbridge/contract/happenings';
import type { FileScan } from '@kinbridge/contract/member-files/member-files.contract';
import type { CallOutput, CallOutputLater, CallReceived } from '@kinbridge/contract/shared/call';
import type { AppContext } from '../app-context.ts';
import type { Tx } from '../db/database.ts';
import type { Caller, StaffCaller, Visitor } from './caller.ts';
import type { Permission } from './permissions.ts';

/** An uploaded file, small enough to hold in memory. No route gets its bytes past the virus scanner. */
export interface ReceivedFile {
  fileName: string;
  size: number;
  /** May wait for half a minute, so never in a transaction. The organization's log names an infected file. */
  scanned(organizationId?: number | null): Promise<ScannedFile>;
}

export interface ScannedFile {
  fileName: string;
  bytes: Buffer;
  /** Null without a scanner. */
  scan: FileScan | null;
}

/** A file response. */
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

/** Sends the browser to another address, with a cookie to keep. */
export class RedirectAnswer {
  readonly location: string;
  readonly cookie: string | undefined;

  constructor(location: string, cookie?: string) {
    this.location = location;
    this.cookie = cookie;
  }
}

/** A response the database already wrote as JSON, so we don't parse it. */
export class JsonText {
  readonly text: string;
  readonly headers: Record<string, string>;

  constructor(text: string, headers: Record<string, string> = {}) {
    this.text = text;
    this.headers = headers;
  }
}

/** A response to a call whose work continues afterwards. */
export class AcceptedAnswer<T> {
  readonly body: T;
  /** Whether the caller asked for it with `Prefer: respond-async`. */
  readonly preferred: boolean;

  constructor(body: T, preferred: boolean) {
    this.body = body;
    this.preferred = preferred;
  }
}

/** A response that streams until either side ends it. */
export class StreamAnswer {
  readonly stream: Readable;
  readonly contentType: string;

  constructor(stream: Readable, contentType: string) {
    this.stream = stream;
    this.contentType = contentType;
  }
}

/** What a handler gets beside its input, bound once per request by the server. */
export interface RouteRequest<C extends Caller | Visitor> {
  app: AppContext;
  caller: C;
  file: ReceivedFile | null;
  /** The files of a multi-file upload as they arrive, one in memory at a time. */
  files: AsyncIterable<ReceivedFile>;
  headers: Record<string, string | string[] | undefined>;
  /** The fields of a form-encoded body. */
  form: Record<string, string>;
  /** The caller's address, as reported by trusted proxies. */
  address: string;
  /** The raw query with its question mark, because signatures cover it. */
  search: string;
  /**
   * Runs one transaction per Idempotency-Key and repeats its stored answer. `also` distinguishes requests with the same
   * key, for example by a hash of their files.
   */
  once<T extends object>(work: (tx: Tx) => Promise<T>, also?: string): Promise<T>;
  /** Records that the caller reads a record, before it is sent. */
  recordRead(action: Action, entityId: number, detail?: Record<string, unknown>, entityType?: string): Promise<void>;
  /** Records that the caller reads a list: the parameters as sent and the ids shown. */
  recordList(action: Action, entityId: number, list: ShownList): Promise<void>;
}

export interface ShownList {
  shown: number[];
  detail?: Record<string, unknown>;
}

type Handler<K extends CallName, C extends Caller | Visitor> = (
  input: CallReceived<Calls[K]> & RouteRequest<C>,
) => Promise<
  | CallOutput<Calls[K]>
  | AcceptedAnswer<CallOutputLater<Calls[K]>>
  | (Calls[K] extends { answers: unknown } ? JsonText : FileAnswer | StreamAnswer | RedirectAnswer)
>;

export type SignedCall = Pick<RouteRequest<Visitor>, 'form' | 'headers' | 'search'>;
export type IsSigned = (app: AppContext, call: SignedCall) => boolean;

export interface Route {
  name: CallName;
  access: 'public' | Permission;
  /** A public route that returns more to signed-in callers. */
  sessionOptional: boolean;
  /** A public route that isn't limited per address. */
  uncounted?: boolean;
  /** Checks the signature of a form-encoded call. Signed calls aren't rate limited. */
  isSigned?: IsSigned;
  /** The parameters that name the caller's organization; other organizations get 404. */
  organization?: [Source, string][];
  handle: (input: never) => Promise<unknown>;
}

/** A route for staff, whose caller belongs to an organization if the permission requires it. */
export function route<K extends CallName>(name: K, access: Permission, handle: Handler<K, StaffCaller>): Route {
  return { name, access, sessionOptional: false, handle };
}

type Source = 'params' | 'query' | 'body';

/** Where a call names an organization, such as `params.id`. */
type Place<K extends CallName> = {
  [S in Source]: CallReceived<Calls[K]>[S] extends infer Input extends object ? `${S}.${keyof Input & string}` : never;
}[Source];

/** A staff route about the caller's own organization, and where the call names it. */
export function organizationRoute<K extends CallName>(
  name: K,
  access: Permission,
  organization: Place<K> | readonly Place<K>[],
  handle: Handler<K, StaffCaller>,
): Route {
  const places = [organization].flat() as string[];
  return { ...route(name, access, handle), organization: places.map((place) => place.split('.') as [Source, string]) };
}

/** A route anyone can call, limited per address. */
export function publicRoute<K extends CallName>(name: K, handle: Handler<K, Visitor>): Route {
  return { name, access: 'public', sessionOptional: false, handle };
}

/** A signed callback from an external service. Calls without a valid signature are limited per address. */
export function callbackRoute<K extends CallName>(name: K, isSigned: IsSigned, handle: Handler<K, Visitor>): Route {
  return { ...publicRoute(name, handle), isSigned };
}

/** A public route that returns more to signed-in callers. Callers without a session are limited per address. */
export function openRoute<K extends CallName>(name: K, handle: Handler<K, Caller | Visitor>): Route {
  return { name, access: 'public', sessionOptional: true, handle };
}

/** A route for every signed-in user, including members. */
export function signedInRoute<K extends CallName>(name: K, access: Permission, handle: Handler<K, Caller>): Route {
  return { name, access, sessionOptional: false, handle };
}
