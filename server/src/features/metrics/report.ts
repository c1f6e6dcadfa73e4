import type { Dashboard } from '@kinbridge/contract/metrics/metrics.contract';
import { Transformer } from '@napi-rs/image';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { describeError } from '../../log.ts';
import { runInOwnThread } from '../../threads.ts';
import { Turns } from '../../turns.ts';
import { findLogo } from '../organizations/organizations.queries.ts';
import type { OrganizationDays } from './metric-days.queries.ts';
import { reportDocument } from './report-document.ts';

const turns = new Turns(20);

/** Writes the dashboard as a PDF, one at a time, so many requests don't starve other calls. */
export async function writeReport(
  app: AppContext,
  organizationId: number,
  days: OrganizationDays,
  dashboard: Dashboard,
): Promise<Buffer> {
  if (turns.isFull) {
    throw new AppError('too_many_requests', 'Too many reports are being created. Please try again in a few seconds.', {
      retryAfterSeconds: 5,
    });
  }
  const document = reportDocument(days, dashboard, await readLogo(app, organizationId));
  return Buffer.from(await turns.run(() => runInOwnThread<Uint8Array>('report-thread', document)));
}

/** As a png, which the report supports. An unreadable logo is left out: the numbers matter more. */
async function readLogo(app: AppContext, organizationId: number): Promise<string | null> {
  const logo = await findLogo(app.db, organizationId);
  if (!logo) return null;
  try {
    const png = await new Transformer(await app.files.read(logo.storage_key)).png();
    return `data:image/png;base64,${png.toString('base64')}`;
  } catch (error) {
    app.log.warn({ error: describeError(error) }, 'the logo could not be put on a report');
    return null;
  }
}
