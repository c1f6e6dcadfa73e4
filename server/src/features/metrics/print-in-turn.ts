import { runInOwnThread } from '../../threads.ts';
import { Turns } from '../../turns.ts';
import type { ReportDocument } from './report-content.ts';

const turns = new Turns(20, 'Too many reports are being created. Please try again in a few seconds.', 5);

/** Writes a PDF in a thread, one at a time, so many requests don't starve other calls. */
export async function printInTurn(write: () => Promise<ReportDocument>): Promise<Buffer> {
  turns.refuseIfFull();
  const document = await write();
  return Buffer.from(await turns.run(() => runInOwnThread<Uint8Array>('report-thread', document)));
}
