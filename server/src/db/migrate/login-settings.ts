import pg from 'pg';
import { StartError } from '../../start-error.ts';
import { appRole } from '../addresses.ts';

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
 * are set already. An owner who may not change the login leaves that to the check at the start; without membership in
 * the role nothing would work, so then it refuses.
 */
export async function setUpLogin(client: pg.Client, login: string): Promise<void> {
  const { rows } = await client.query<{ rolconfig: string[] | null; isMember: boolean }>(
    `select rolconfig, pg_has_role(rolname, $2, 'member') as "isMember" from pg_roles where rolname = $1`,
    [login, appRole],
  );
  const [{ rolconfig, isMember } = { rolconfig: null, isMember: false }] = rows;
  if (!isMember && !(await isAllowed(client, `grant ${appRole} to ${pg.escapeIdentifier(login)}`))) {
    throw new StartError(
      `The role ${login} must be a member of ${appRole}, and the owner of the tables may not add it. Run this as a superuser, then migrate again: ${loginStatements(login).join(' ')}`,
    );
  }
  const present = (rolconfig ?? []).map((entry) => entry.split('=', 1)[0]);
  for (const setting of settings.filter(({ name }) => !present.includes(name))) {
    await isAllowed(client, statementFor(login, setting));
  }
}

async function isAllowed(client: pg.Client, statement: string): Promise<boolean> {
  try {
    await client.query(statement);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    return false;
  }
}
