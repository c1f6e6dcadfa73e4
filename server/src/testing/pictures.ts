import { constants, crc32, deflateRawSync } from 'node:zlib';
import { Transformer } from '@napi-rs/image';

/** A gray picture in one of the logo formats. */
export function grayPicture(format: 'png' | 'jpeg' | 'webp', width: number, height: number): Promise<Buffer> {
  const pixels = new Uint8Array(width * height * 4).fill(0x80);
  return Transformer.fromRgbaPixels(pixels, width, height)[format]();
}

/** A valid empty png: a few bytes for millions of pixels. */
export function emptyPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8); // eight bits a channel, four channels
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflatedZeros((width * 4 + 1) * height)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

/** Zlib output for this many zeros, built from equal blocks, so gigabytes take no time. */
function deflatedZeros(count: number): Buffer {
  const blockSize = 10_000_000;
  const pack = (size: number) => deflateRawSync(Buffer.alloc(size), { finishFlush: constants.Z_FULL_FLUSH });
  const block = count >= blockSize ? pack(blockSize) : Buffer.alloc(0);
  const blocks: Buffer[] = Array(Math.floor(count / blockSize)).fill(block);
  // The Adler-32 of zeros: the lower half stays 1, and the upper half counts them.
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE(count % 65_521, 0);
  checksum.writeUInt16BE(1, 2);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, pack(count % blockSize), Buffer.from([3, 0]), checksum]);
}

/** The same jpeg with a camera name, a location and an orientation. */
export function withExif(jpeg: Buffer, cameraName: string, orientation: number): Buffer {
  const name = Buffer.from(`${cameraName}\0`, 'latin1');
  const tiff = Buffer.alloc(38);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(2, 8);
  tiff.writeUInt16BE(0x0110, 10); // the camera's model, as text behind the entries
  tiff.writeUInt16BE(2, 12);
  tiff.writeUInt32BE(name.length, 14);
  tiff.writeUInt32BE(tiff.length, 18);
  tiff.writeUInt16BE(0x0112, 22); // the orientation
  tiff.writeUInt16BE(3, 24);
  tiff.writeUInt32BE(1, 26);
  tiff.writeUInt16BE(orientation, 30);
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, name]);
  const marker = Buffer.from([0xff, 0xe1, 0, 0]);
  marker.writeUInt16BE(exif.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), marker, exif, jpeg.subarray(2)]);
}
