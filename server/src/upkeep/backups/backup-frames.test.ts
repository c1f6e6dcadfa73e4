import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { readFrames, writeFrames } from './backup-frames.ts';

const key = 'a key for the backups of these tests';
/** Two frames. */
const content = randomBytes(131_500);
const stored: Record<string, Buffer> = {};
let firstFrame: number;

async function* chunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 9_000) yield bytes.subarray(at, at + 9_000);
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

beforeAll(async () => {
  stored.encrypted = await collect(writeFrames(chunks(content), key));
  stored.plain = await collect(writeFrames(chunks(content), undefined));
  firstFrame = stored.encrypted.indexOf(10) + 1;
});

describe.each(['encrypted', 'plain'])('a backup that is %s', (form) => {
  const bytes = () => stored[form] ?? Buffer.alloc(0);
  const read = (altered: Buffer) => collect(readFrames(chunks(altered), form === 'encrypted' ? key : undefined));

  it('is read as it was written', async () => {
    expect((await read(bytes())).equals(content)).toBe(true);
  });

  it('is refused wherever it is cut off', async () => {
    const secondFrame = firstFrame + 4 + 131_072 + 16;
    const lengths = [firstFrame, firstFrame + 3, firstFrame + 50_000, secondFrame, secondFrame + 4, bytes().length - 1];
    for (const length of lengths) await expect(read(bytes().subarray(0, length))).rejects.toThrow('cut off');
  });

  it('is refused wherever one bit is altered', async () => {
    for (const at of [firstFrame + 4, firstFrame + 60_000, firstFrame + 131_080, bytes().length - 1]) {
      const changed = Buffer.from(bytes());
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(read(changed)).rejects.toThrow('altered');
    }
  });

  it('is refused with its first line altered, a frame left out, or bytes after its end', async () => {
    const other = Buffer.from(bytes());
    const digit = firstFrame - 4;
    other.write(other.toString('latin1', digit, digit + 1) === '0' ? '1' : '0', digit);
    await expect(read(other)).rejects.toThrow(/altered|isn't the key/);
    const secondFrame = firstFrame + 4 + 131_072 + 16;
    const without = Buffer.concat([bytes().subarray(0, firstFrame), bytes().subarray(secondFrame)]);
    await expect(read(without)).rejects.toThrow('altered');
    await expect(read(Buffer.concat([bytes(), Buffer.of(0)]))).rejects.toThrow('altered');
  });
});

it("names a wrong key, a missing key, and a file that isn't a backup", async () => {
  const encrypted = stored.encrypted ?? Buffer.alloc(0);
  const read = (bytes: Buffer, backupKey: string | undefined) => collect(readFrames(chunks(bytes), backupKey));
  await expect(read(encrypted, 'another key of at least 32 bytes')).rejects.toThrow(
    "BACKUP_KEY isn't the key that this backup was encrypted with.",
  );
  await expect(read(encrypted, undefined)).rejects.toThrow('Set BACKUP_KEY');
  await expect(read(content, key)).rejects.toThrow("This file isn't a backup of Kinbridge.");
});

it('is refused unencrypted by a reader with a key, whatever its first line claims', async () => {
  const plain = stored.plain ?? Buffer.alloc(0);
  await expect(collect(readFrames(chunks(plain), key))).rejects.toThrow("BACKUP_KEY is set, but this backup isn't");
  const claiming = Buffer.from(plain.toString('latin1').replace('"encrypted":false', '"encrypted":true'), 'latin1');
  await expect(collect(readFrames(chunks(claiming), key))).rejects.toThrow("BACKUP_KEY isn't the key");
});
