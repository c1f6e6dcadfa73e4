import type { Settings } from '../config.ts';
import type { Database } from '../db/database.ts';
import { StartError } from '../start-error.ts';
import { hasDemoSignIns } from '../upkeep/demo/demo.commands.ts';

/** Refuses settings that only a trial on this computer can have, and names them. */
export function refuseTrialSettings({ openedBy, demo, emailProvider, production }: Settings): void {
  if (openedBy === null) return;
  const problems = [
    ...(demo ? ['The demo is for trials on this computer, because its passwords are public: set DEMO=0.'] : []),
    ...(emailProvider === 'console' && !production
      ? ['No emails are sent with EMAIL_PROVIDER=console: set EMAIL_PROVIDER=smtp and SMTP_URL.']
      : []),
  ];
  if (problems.length > 0) throw new StartError(`${opened(openedBy)} ${problems.join(' ')}`);
}

/** Refuses data of a trial, in which everyone knows the passwords of admins. */
export async function refuseDemoSignIns({ openedBy, root }: Settings, db: Database): Promise<void> {
  if (openedBy === null || !(await hasDemoSignIns(db, root))) return;
  throw new StartError(
    `${opened(openedBy)} The data has sign-ins of the demo, whose password is public. Point DATA_DIR or DATABASE_URL at other data, or change those passwords on this computer first.`,
  );
}

function opened(setting: string): string {
  return `${setting} opens Kinbridge to other computers.`;
}
