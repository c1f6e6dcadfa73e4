/** Bytes as a store lists them. */
export interface KeptFile {
  key: string;
  modified: Date;
}

/** Where bytes are kept. Keys are chosen by the server: letters, digits and dashes. */
export interface FileStore {
  write(key: string, bytes: Buffer): Promise<void>;
  /** Throws FileMissing where there is nothing under the key. */
  read(key: string): Promise<Buffer>;
  has(key: string): Promise<boolean>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Everything that is kept, in no order. */
  list(): AsyncIterable<KeptFile>;
  /** What a crash left half-written before that moment: how many, and gone if `remove` says so. */
  leftovers(before: Date, remove: boolean): Promise<number>;
  /** How many bytes can still be written; null where that is not for us to know. */
  freeBytes(): Promise<number | null>;
  close(): Promise<void>;
}

/** Nothing is kept under this key. */
export class FileMissing extends Error {}

/** The store cannot be reached, or is too slow, or refuses to work at the moment. */
export class FileStoreUnavailable extends Error {}

const keyPattern = /^[a-z0-9-]{8,80}$/;

export function isFileKey(text: string): boolean {
  return keyPattern.test(text);
}

/** A key that could be a path never reaches a disk or an address. */
export function checkFileKey(key: string): string {
  if (!isFileKey(key)) throw new Error('a file key holds letters, digits and dashes only');
  return key;
}
