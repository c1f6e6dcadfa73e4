import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** As text, so that it is the same thread from the sources and from the built files. */
const script = `
const { parentPort, workerData } = require('node:worker_threads');
const { ResizeFit, Transformer } = require(workerData.library);

async function encode({ bytes, shrinkTo }) {
  // The right way up first, since that stands in the metadata, which does not get through.
  const picture = new Transformer(bytes).rotate();
  if (shrinkTo !== null) picture.resize({ width: shrinkTo, height: shrinkTo, fit: ResizeFit.Inside });
  return picture.webp(90);
}

encode(workerData).then((webp) => parentPort.postMessage(webp));
`;

const library = createRequire(import.meta.url).resolve('@napi-rs/image');

/**
 * Encodes a picture as webp, without metadata, in a thread of its own: what the library unpacks would otherwise
 * stay in memory until the collector happens to run. Rejects what cannot be read.
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
    // Only then is its memory free for the next one.
    await ended.catch(() => undefined);
  }
}
