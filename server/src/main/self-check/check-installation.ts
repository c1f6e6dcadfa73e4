import type { Settings } from '../../config.ts';
import { StartError } from '../../start-error.ts';
import { checkDisk, checkFiles, checkKeys } from './data-checks.ts';
import { checkClock, checkDatabase, checkJobs, withDatabase } from './database-checks.ts';
import { checkMail, checkPublicUrl, checkTexts } from './outside-checks.ts';

/** What a check found, for its line; a StartError says what is wrong and what to do. */
type Check = () => Promise<string>;

/** Checks everything an installation needs, one line each. False if a check fails. */
export async function checkInstallation(
  settings: Settings,
  mailTo: string | undefined,
  say: (line: string) => void,
): Promise<boolean> {
  let isGood = true;
  const report = async (name: string, check: Check) => {
    try {
      say(`✓ ${name}: ${withoutSecrets(await check(), settings)}`);
    } catch (error) {
      isGood = false;
      say(`✗ ${name}: ${withoutSecrets(sentenceOf(error), settings)}`);
    }
  };
  await report('Database', () => checkDatabase(settings));
  await report('Keys', () => withDatabase(settings, (_db, address) => checkKeys(settings, address)));
  await report('File store', () => checkFiles(settings));
  await report('Mail', () => checkMail(settings, mailTo));
  await report('Texts', () => checkTexts(settings));
  await report('PUBLIC_URL', () => checkPublicUrl(settings));
  await report('Disk', () => checkDisk(settings));
  await report('Clock', () => withDatabase(settings, (db) => checkClock(db)));
  await report('Jobs', () => withDatabase(settings, (db) => checkJobs(db)));
  return isGood;
}

function sentenceOf(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const { code, message } = error as { code?: string; message?: string };
  return `${message || code || 'unknown error'}. Look into the log of Kinbridge for more.`;
}

/** Servers may repeat what they were sent. */
function withoutSecrets(line: string, settings: Settings): string {
  const passwords = [settings.databaseUrl, settings.databaseSessionUrl, settings.databaseOwnerUrl, settings.smtpUrl];
  const secrets = [
    ...passwords.map((url) => (url === undefined ? '' : decodeURIComponent(new URL(url).password))),
    settings.sessionSecret,
    settings.auditKeyGiven,
    settings.encryptionKeyGiven,
    settings.backups.key,
    settings.s3?.secretAccessKey,
    settings.twilio?.authToken,
  ];
  return secrets.reduce<string>((text, secret) => (secret ? text.replaceAll(secret, '…') : text), line);
}
