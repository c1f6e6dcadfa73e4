import { type FileHandle, open } from 'node:fs/promises';

/** Passwords that leaked somewhere, by their SHA-1 in upper-case hex. */
export interface BreachList {
  /** Throws if the list can't be read. */
  has(hash: string): Promise<boolean>;
}

/** A line of the file: a hash and how often its password leaked. */
export const breachLine = /^([0-9A-F]{40}):(\d{1,15})\r?$/i;

const longestLine = 64;
const blockBytes = 4_096;

/** A file with a billion sorted lines, so it is searched where it is, in about 25 short reads. */
export class FileBreachList implements BreachList {
  constructor(private readonly path: string) {}

  async has(hash: string): Promise<boolean> {
    const file = await open(this.path);
    try {
      const block = await findBlock(file, hash);
      return block.split('\n').some((line) => {
        const [, found = '', count] = breachLine.exec(line) ?? [];
        return found.toUpperCase() === hash && Number(count) > 0;
      });
    } finally {
      await file.close();
    }
  }
}

/** Halves the part that can have the hash until it is short. Both ends of it are beginnings of lines. */
async function findBlock(file: FileHandle, hash: string): Promise<string> {
  let low = 0;
  let high = (await file.stat()).size;
  while (high - low > blockBytes) {
    const middle = low + Math.floor((high - low) / 2);
    const text = await read(file, middle, 2 * longestLine);
    const start = text.indexOf('\n') + 1;
    const line = text.slice(start, text.indexOf('\n', start));
    const [, first] = breachLine.exec(line) ?? [];
    if (start === 0 || !first) throw new Error('the breach list has a line that is not SHA1:COUNT');
    if (first.toUpperCase() <= hash) low = middle + start;
    else high = middle + start;
  }
  return read(file, low, high - low);
}

async function read(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.toString('latin1', 0, bytesRead);
}
