import { settingNames } from '../server/src/main/environment.ts';

/** What every process in production needs, and what leads people to it. */
const needed = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'SESSION_SECRET',
  'AUDIT_KEY',
  'ENCRYPTION_KEY',
  'TRUST_PROXY',
  'SMTP_URL',
];

/** Optional, and there to be filled in; left empty, they are off. */
const offered = ['DATABASE_REPLICA_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'FILE_ENCRYPTION'];

/** The API and the workers have no rights for it. */
const ownersOnly = ['DATABASE_OWNER_URL', 'BACKUP_TARGET', 'BACKUP_KEY'];

/** What is wrong with the settings of an API or a worker. */
export function serverProblems(names) {
  return [
    ...unknownSettings(names),
    ...missing([...needed, ...offered], names),
    ...ownersOnly.filter((name) => names.includes(name)).map((name) => `${name} is for migrations and backups only`),
  ];
}

/** What is wrong with the settings of the migration. */
export function migrationProblems(names) {
  return [...unknownSettings(names), ...missing(['DATABASE_URL', 'DATABASE_OWNER_URL'], names)];
}

/** What is wrong with the settings of backups, which need the files, too. */
export function backupProblems(names) {
  return [...migrationProblems(names), ...missing(ownersOnly, names)];
}

function missing(wanted, names) {
  return wanted.filter((name) => !names.includes(name)).map((name) => `${name} is missing`);
}

export function unknownSettings(names) {
  return names.filter((name) => !settingNames.includes(name)).map((name) => `${name} is not a setting`);
}
