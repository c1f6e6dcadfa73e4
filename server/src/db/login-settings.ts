import pg from 'pg';
import { appRole } from './addresses.ts';

const settings = [
  { name: 'role', value: appRole },
  { name: 'statement_timeout', value: "'30s'" },
  { name: 'idle_in_transaction_session_timeout', value: "'60s'" },
];

const statementFor = (login: string, { name, value }: (typeof settings)[0]) =>
  `alter role ${pg.escapeIdentifier(login)} set ${name} = ${value};`;

/** What makes a login use the application's role, with timeouts, on every connection. */
export function loginStatements(login: string): string[] {
  return [
    `grant ${appRole} to ${pg.escapeIdentifier(login)};`,
    ...settings.map((setting) => statementFor(login, setting)),
  ];
}

/**
 * As the owner, makes a login use the application's role, since a pooler refuses startup options. Keeps timeouts that
 * are set already. An owner who may not do this leaves it to the check at the start.
 */
export async function setUpLogin(client: pg.Client, login: string): Promise<void> {
  const { rows } = await client.query<{ rolconfig: string[] | null }>(
    'select rolconfig from pg_roles where rolname = $1',
    [login],
  );
  const present = (rows[0]?.rolconfig ?? []).map((entry) => entry.split('=', 1)[0]);
  for (const setting of settings.filter(({ name }) => !present.includes(name))) {
    try {
      await client.query(statementFor(login, setting));
    } catch (error) {
      if ((error as { code?: string }).code !== '42501') throw error;
    }
  }
}
