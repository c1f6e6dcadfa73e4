import { AppError } from '../../app-error.ts';
import { runInOwnThread } from '../../threads.ts';
import { Turns } from '../../turns.ts';
import type { ReportDocument } from './report-content.ts';

const turns = new Turns(20);

/** Writes a PDF in a thread, one at a time, so many requests don't starve other calls. */
export async function printInTurn(write: () => Promise<ReportDocument>): Promise<Buffer> {
  if (turns.isFull) {
    throw new AppError('too_many_requests', 'Too many reports are being created. Please try again in a few seconds.', {
      retryAfterSeconds: 5,
    });
  }
  const document = await write();
  return Buffer.from(await turns.run(() => runInOwnThread<Uint8Array>('report-thread', document)));
}
