/** Where bytes are kept. Keys are chosen by the server: letters, digits and dashes. */
export interface FileStore {
  write(key: string, bytes: Buffer): Promise<void>;
  read(key: string): Promise<Buffer>;
  remove(key: string): Promise<void>;
}
