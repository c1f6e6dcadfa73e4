import type { Dashboard } from '@kinbridge/contract/metrics/metrics.contract';
import { Transformer } from '@napi-rs/image';
import type { AppContext } from '../../app-context.ts';
import { describeError } from '../../log.ts';
import { runInOwnThread } from '../../threads.ts';
import { Turns } from '../../turns.ts';
import { findLogo } from '../organizations/organizations.queries.ts';
import type { OrganizationDays } from './metric-days.queries.ts';
import type { ReportDocument } from './report-content.ts';
import { reportDocument } from './report-document.ts';

/** Writes the dashboard as a PDF. */
export function writeReport(
  app: AppContext,
  organizationId: number,
  days: OrganizationDays,
  dashboard: Dashboard,
): Promise<Buffer> {
  return printInTurn(async () => reportDocument(days, dashboard, await readLogo(app, organizationId)));
}

/** As a png, which the report supports. An unreadable logo is left out: the numbers matter more. */
async function readLogo(app: AppContext, organizationId: number): Promise<string | null> {
  const logo = await findLogo(app.db, organizationId);
  if (!logo || logo.scan === 'INFECTED') return null;
  try {
    const png = await new Transformer(await app.files.read(logo.storage_key)).png();
    return `data:image/png;base64,${png.toString('base64')}`;
  } catch (error) {
    app.log.warn({ error: describeError(error) }, 'the logo could not be put on a report');
    return null;
  }
}

const turns = new Turns(20, 'Too many reports are being created. Please try again in a few seconds.', 5);

/** Writes a PDF in a thread, one at a time, so many requests don't starve other calls. */
export async function printInTurn(write: () => Promise<ReportDocument>): Promise<Buffer> {
  turns.refuseIfFull();
  const document = await write();
  return Buffer.from(await turns.run(() => runInOwnThread<Uint8Array>('report-thread', document)));
}
