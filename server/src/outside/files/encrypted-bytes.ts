import { createCipheriv, createDecipheriv } from 'node:crypto';

/** First bytes of an encrypted file. */
const mark = Buffer.from('KBE1');
const chunkSize = 64 * 1024;
const tagLength = 16;

/** The bytes were changed, cut off, or belong to another file. */
export class EncryptedBytesDamaged extends Error {}

/**
 * Encrypts with AES-256-GCM in chunks of 64 kB, so that a part can be read without the rest. `dataKey` must be used for
 * one file only: the nonce is the chunk's number, and says whether it is the last, so a file can't be cut off.
 */
export function encryptBytes(dataKey: Buffer, storageKey: string, bytes: Buffer): Buffer {
  const parts: Buffer[] = [mark];
  const count = chunkCount(bytes.length, chunkSize);
  for (let index = 0; index < count; index++) {
    const cipher = createCipheriv('aes-256-gcm', dataKey, nonce(index, index === count - 1));
    cipher.setAAD(Buffer.from(storageKey));
    parts.push(cipher.update(bytes.subarray(index * chunkSize, (index + 1) * chunkSize)), cipher.final());
    parts.push(cipher.getAuthTag());
  }
  return Buffer.concat(parts);
}

export function decryptBytes(dataKey: Buffer, storageKey: string, stored: Buffer): Buffer {
  if (!stored.subarray(0, mark.length).equals(mark)) throw new EncryptedBytesDamaged('not encrypted');
  const body = stored.subarray(mark.length);
  const size = chunkSize + tagLength;
  const count = chunkCount(body.length, size);
  const parts: Buffer[] = [];
  for (let index = 0; index < count; index++) {
    const chunk = body.subarray(index * size, (index + 1) * size);
    const decipher = createDecipheriv('aes-256-gcm', dataKey, nonce(index, index === count - 1), {
      authTagLength: tagLength,
    });
    decipher.setAAD(Buffer.from(storageKey));
    try {
      decipher.setAuthTag(chunk.subarray(-tagLength));
      parts.push(decipher.update(chunk.subarray(0, -tagLength)), decipher.final());
    } catch (error) {
      throw new EncryptedBytesDamaged(`chunk ${index} doesn't decrypt`, { cause: error });
    }
  }
  return Buffer.concat(parts);
}

/** An empty file has one empty chunk. */
function chunkCount(length: number, size: number): number {
  return Math.max(1, Math.ceil(length / size));
}

function nonce(index: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt8(isLast ? 1 : 0, 0);
  bytes.writeUInt32BE(index, 8);
  return bytes;
}
