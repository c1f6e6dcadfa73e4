import { ResizeFit, Transformer } from '@napi-rs/image';

export interface Picture {
  bytes: Uint8Array;
  /** The longest side of the result; null keeps the size. */
  shrinkTo: number | null;
}

/** Encodes a picture as webp without metadata. Rejects unreadable pictures. */
export async function encodePicture({ bytes, shrinkTo }: Picture): Promise<Buffer> {
  // Rotate first, since the orientation is in the metadata, which is dropped.
  const picture = new Transformer(bytes).rotate();
  if (shrinkTo !== null) picture.resize({ width: shrinkTo, height: shrinkTo, fit: ResizeFit.Inside });
  return picture.webp(90);
}
