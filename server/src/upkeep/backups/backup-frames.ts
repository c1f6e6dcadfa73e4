import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { StartError } from '../../start-error.ts';

/**
 * A backup's outer form: a first line that says how to read it, then frames of AES-256-GCM. A frame's number and whether
 * it is the last are part of its nonce, and the first line is authenticated with each, so nothing can be changed, moved
 * or cut off. Without a key of the operator's, the key is public: the same checks then find damage, but keep no secret.
 * A reader with a key takes only what was encrypted with it.
 */
const firstWords = 'kinbridge-backup 1';
const frameBytes = 128 * 1024;
const tagBytes = 16;
const longestFirstLine = 1024;
const lastFrame = 0x80000000;
const publicKey = 'kinbridge backup without a key';

/** Why a backup can't be used, as a sentence. */
export class BackupUnusable extends StartError {
  override name = 'BackupUnusable';
}

interface FirstLine {
  encrypted: boolean;
  salt: string;
  /** Tells a wrong key from damage. */
  keyCheck: string;
}

/** Wraps the bytes of a backup in frames. */
export async function* writeFrames(
  bytes: AsyncIterable<Buffer>,
  backupKey: string | undefined,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(32);
  const key = deriveKey(backupKey, salt);
  const about: FirstLine = { encrypted: backupKey !== undefined, salt: salt.toString('hex'), keyCheck: checkOf(key) };
  const firstLine = Buffer.from(`${firstWords} ${JSON.stringify(about)}\n`);
  yield firstLine;
  let number = 0;
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    waiting.push(chunk);
    size += chunk.length;
    if (size <= frameBytes) continue;
    let joined = Buffer.concat(waiting);
    for (; joined.length > frameBytes; joined = joined.subarray(frameBytes)) {
      yield encrypt(joined.subarray(0, frameBytes), { key, firstLine, number: number++, isLast: false });
    }
    waiting = [joined];
    size = joined.length;
  }
  yield encrypt(Buffer.concat(waiting), { key, firstLine, number, isLast: true });
}

/** The bytes that were wrapped. Throws BackupUnusable at the first frame that isn't as written, or without the last. */
export async function* readFrames(
  source: AsyncIterable<Buffer>,
  backupKey: string | undefined,
): AsyncGenerator<Buffer> {
  const input = new Input(source);
  const firstLine = await input.readLine();
  const key = keyFor(firstLine, backupKey);
  for (let number = 0; ; number++) {
    const word = (await input.read(4)).readUInt32BE();
    const isLast = word >= lastFrame;
    const length = isLast ? word - lastFrame : word;
    if (length > frameBytes) throw altered();
    const frame = await input.read(length + tagBytes);
    yield decrypt(frame, { key, firstLine, number, isLast });
    if (isLast) break;
  }
  if (!(await input.isOver())) throw altered();
}

interface Frame {
  key: Buffer;
  firstLine: Buffer;
  number: number;
  isLast: boolean;
}

function encrypt(bytes: Buffer, frame: Frame): Buffer {
  const cipher = createCipheriv('aes-256-gcm', frame.key, nonceOf(frame));
  cipher.setAAD(frame.firstLine);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length + (frame.isLast ? lastFrame : 0));
  return Buffer.concat([length, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(bytes: Buffer, frame: Frame): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', frame.key, nonceOf(frame), { authTagLength: tagBytes });
  decipher.setAAD(frame.firstLine);
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]);
  } catch {
    throw altered();
  }
}

/** Never repeats, because each backup has a key of its own. */
function nonceOf({ number, isLast }: Frame): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(number, 4);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

function deriveKey(backupKey: string | undefined, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', backupKey ?? publicKey, salt, 'kinbridge backup', 32));
}

function checkOf(key: Buffer): string {
  return createHmac('sha256', key).update('key check').digest('hex').slice(0, 16);
}

function keyFor(firstLine: Buffer, backupKey: string | undefined): Buffer {
  const { encrypted, salt, keyCheck } = readFirstLine(firstLine);
  if (encrypted && backupKey === undefined) {
    throw new BackupUnusable('This backup is encrypted. Set BACKUP_KEY to the key that it was made with.');
  }
  if (!encrypted && backupKey !== undefined) {
    throw new BackupUnusable(
      "BACKUP_KEY is set, but this backup isn't encrypted, so anyone who can write to its place could have made it. If you know where it comes from, restore it with --unauthenticated.",
    );
  }
  const key = deriveKey(backupKey, Buffer.from(salt, 'hex'));
  if (checkOf(key) === keyCheck) return key;
  if (encrypted) throw new BackupUnusable("BACKUP_KEY isn't the key that this backup was encrypted with.");
  throw altered();
}

function readFirstLine(line: Buffer): FirstLine {
  const text = line.toString('utf8');
  if (!text.startsWith('kinbridge-backup ')) throw new BackupUnusable("This file isn't a backup of Kinbridge.");
  if (!text.startsWith(`${firstWords} `)) {
    throw new BackupUnusable('This backup was made by a newer version of Kinbridge. Restore it with that version.');
  }
  try {
    return JSON.parse(text.slice(firstWords.length)) as FirstLine;
  } catch {
    throw altered();
  }
}

function altered(): BackupUnusable {
  return new BackupUnusable('This backup is damaged or was altered. Nothing of it can be trusted; use another one.');
}

/** Reads exact lengths from a stream of chunks. */
class Input {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  async read(length: number): Promise<Buffer> {
    const parts = [this.#rest];
    for (let have = this.#rest.length; have < length; ) {
      const { value, done } = await this.#chunks.next();
      if (done) throw new BackupUnusable('This backup is cut off: its end is missing. Use another one.');
      parts.push(value);
      have += value.length;
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts);
    this.#rest = all.subarray(length);
    return all.subarray(0, length);
  }

  async readLine(): Promise<Buffer> {
    while (!this.#rest.includes(10) && this.#rest.length < longestFirstLine) {
      const { value, done } = await this.#chunks.next();
      if (done) break;
      this.#rest = Buffer.concat([this.#rest, value]);
    }
    const end = this.#rest.indexOf(10) + 1 || this.#rest.length;
    return this.read(Math.min(end, longestFirstLine));
  }

  async isOver(): Promise<boolean> {
    return this.#rest.length === 0 && (await this.#chunks.next()).done === true;
  }
}
