import type { AppContext } from '../../app-context.ts';
import { type Database, transaction } from '../../db/database.ts';
import { findSetting, replaceSetting } from '../../db/text-settings.queries.ts';
import { countOverdueRequests } from './counts.commands.ts';
import { sendDigests, skipDigests } from './digests.commands.ts';
import { sendReminders, skipReminders } from './reminders.commands.ts';
import { findDatabaseId } from './response-clock.queries.ts';
import { notifyUnanswered, repeatConfirmations, skipWaitingTexts, textDeclined } from './waiting-texts.commands.ts';

/** The row of `settings` with the database that the clock ran on last. */
const clockSetting = 'response clock';

/** Every minute: counts what became overdue, and sends the reminders, texts and digests that are due. */
export async function runResponseClock(app: Pick<AppContext, 'db' | 'config'>): Promise<void> {
  const { db } = app;
  await passOverAfterRestore(db);
  await countOverdueRequests(db);
  await sendReminders(db);
  await repeatConfirmations(app);
  await notifyUnanswered(db);
  await textDeclined(app);
  await sendDigests(db);
}

/** A backup restored into another database must not send again what the first one sent. */
async function passOverAfterRestore(db: Database): Promise<void> {
  const here = await findDatabaseId(db);
  if ((await findSetting(db, clockSetting)) === here) return;
  await transaction(db, async (tx) => {
    await replaceSetting(tx, clockSetting, here);
    await skipReminders(tx);
    await skipWaitingTexts(tx);
    await skipDigests(tx);
  });
}
