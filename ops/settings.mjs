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
const offered = ['DATABASE_REPLICA_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'];

/** What is wrong with the settings of an API or a worker. */
export function serverProblems(names) {
  return [
    ...unknownSettings(names),
    ...[...needed, ...offered].filter((name) => !names.includes(name)).map((name) => `${name} is missing`),
    ...(names.includes('DATABASE_OWNER_URL') ? ['DATABASE_OWNER_URL is for migrations only'] : []),
  ];
}

/** What is wrong with the settings of the migration. */
export function migrationProblems(names) {
  return [
    ...unknownSettings(names),
    ...['DATABASE_URL', 'DATABASE_OWNER_URL']
      .filter((name) => !names.includes(name))
      .map((name) => `${name} is missing`),
  ];
}

export function unknownSettings(names) {
  return names.filter((name) => !settingNames.includes(name)).map((name) => `${name} is not a setting`);
}

/** The variables of a file of NAME=value lines. */
export function environmentOf(text) {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
