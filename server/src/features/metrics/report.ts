import type { Dashboard } from '@kinbridge/contract/metrics/metrics.contract';
import { Transformer } from '@napi-rs/image';
import type { AppContext } from '../../app-context.ts';
import { describeError } from '../../log.ts';
import { findLogo } from '../organizations/organizations.queries.ts';
import type { OrganizationDays } from './metric-days.queries.ts';
import { printInTurn } from './print-in-turn.ts';
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
