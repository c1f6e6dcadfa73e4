import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** As text, so the thread works from source and built files. */
const script = `
const { parentPort, workerData } = require('node:worker_threads');
const { ResizeFit, Transformer } = require(workerData.library);

async function encode({ bytes, shrinkTo }) {
  // Rotate first, since the orientation is in the metadata, which is dropped.
  const picture = new Transformer(bytes).rotate();
  if (shrinkTo !== null) picture.resize({ width: shrinkTo, height: shrinkTo, fit: ResizeFit.Inside });
  return picture.webp(90);
}

encode(workerData).then((webp) => parentPort.postMessage(webp));
`;

const library = createRequire(import.meta.url).resolve('@napi-rs/image');

/**
 * Encodes a picture as webp without metadata, in its own thread: otherwise the decoded pixels would stay in memory
 * until the next garbage collection. Rejects unreadable pictures.
 */
export async function encodeInThread(bytes: Buffer, shrinkTo: number | null): Promise<Buffer> {
  const thread = new Worker(script, { eval: true, workerData: { library, bytes, shrinkTo } });
  const ended = once(thread, 'exit').then(() => {
    throw new Error('the thread ended without an answer');
  });
  try {
    const [webp] = (await Promise.race([once(thread, 'message'), ended])) as [Uint8Array];
    return Buffer.from(webp);
  } finally {
    // Its memory is free for the next one only after it ends.
    await ended.catch(() => undefined);
  }
}
