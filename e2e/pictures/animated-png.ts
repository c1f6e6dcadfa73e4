import { crc32 } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Chunk {
  type: string;
  data: Buffer;
}

export interface Frame {
  png: Buffer;
  seconds: number;
}

/** Joins PNG pictures of one size into an animated PNG that loops. Viewers without animation show the first picture. */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const parsed = frames.map(({ png, seconds }) => ({ chunks: chunksOf(png), seconds }));
  const header = parsed[0]?.chunks.find(({ type }) => type === 'IHDR')?.data;
  if (!header) throw new Error('An animation needs at least one picture.');
  let sequence = 0;
  const body = parsed.flatMap(({ chunks, seconds }, index) => {
    const control = frameControl(header, sequence++, seconds);
    const data = chunks
      .filter(({ type }) => type === 'IDAT')
      .map((chunk) => (index === 0 ? chunk : { type: 'fdAT', data: Buffer.concat([uint32(sequence++), chunk.data]) }));
    return [control, ...data];
  });
  const animation = { type: 'acTL', data: Buffer.concat([uint32(frames.length), uint32(0)]) };
  const end = { type: 'IEND', data: Buffer.alloc(0) };
  return Buffer.concat([signature, ...[{ type: 'IHDR', data: header }, animation, ...body, end].map(write)]);
}

function frameControl(header: Buffer, sequence: number, seconds: number): Chunk {
  const delay = Buffer.alloc(6);
  delay.writeUInt16BE(Math.round(seconds * 100), 0);
  delay.writeUInt16BE(100, 2);
  // Width and height as in the header, at the top left, replacing the previous frame.
  return { type: 'fcTL', data: Buffer.concat([uint32(sequence), header.subarray(0, 8), uint32(0), uint32(0), delay]) };
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function write({ type, data }: Chunk): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
