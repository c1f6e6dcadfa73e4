export interface PictureSize {
  width: number;
  height: number;
}

/**
 * The size declared in a png, jpeg or webp header: decoding a picture to find that it is too large would already cost
 * the memory. Null for other types and truncated headers.
 */
export function declaredSize(bytes: Buffer): PictureSize | null {
  const head = bytes.subarray(0, 16).toString('latin1');
  try {
    if (head.startsWith('\x89PNG\r\n\x1a\n') && head.endsWith('IHDR')) {
      return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    }
    if (head.startsWith('\xff\xd8\xff')) return jpegSize(bytes);
    if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return webpSize(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}

/** The largest frame declared before the pixels, so whichever one a decoder uses is limited. */
function jpegSize(bytes: Buffer): PictureSize | null {
  let largest: PictureSize | null = null;
  let at = 2;
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1; // a byte of padding
      continue;
    }
    if (marker === 0xda || marker === 0xd9) return largest;
    const hasNoLength = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const frame = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
      if (!largest || frame.width * frame.height > largest.width * largest.height) largest = frame;
    }
    at += 2 + (hasNoLength ? 0 : bytes.readUInt16BE(at + 2));
  }
}

function webpSize(bytes: Buffer): PictureSize | null {
  const chunk = bytes.subarray(12, 16).toString('latin1');
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (chunk !== 'VP8L') return null;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
