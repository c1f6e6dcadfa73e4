import type { FileAnswer } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { notFound } from '../../app-error.ts';
import { answerFile } from '../../records/stored-files/stored-files.commands.ts';
import { findProposedLogo } from './proposed-profiles.queries.ts';

/** For staff and operators: nobody has looked at this picture yet, so it is never public. */
export async function answerProposedLogo(app: AppContext, organizationId: number): Promise<FileAnswer> {
  const logo = await findProposedLogo(app.db, organizationId);
  if (!logo) throw notFound('logo');
  return answerFile(app, logo);
}
