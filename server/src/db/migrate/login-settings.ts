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

/** The base creates the application's role unless an administrator did, for an owner who may create none. */
export async function requireRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ login: string }>(
    `select rolname as login from pg_roles
    where rolname = current_user and not rolsuper and not rolcreaterole and to_regrole($1) is null`,
    [appRole],
  );
  const [missing] = rows;
  if (!missing) return;
  throw new StartError(
    `The role ${appRole} is missing, and ${missing.login} may not create it. Run this as a superuser, then migrate again: create role ${appRole} nologin; grant ${appRole} to ${pg.escapeIdentifier(missing.login)} with admin option;`,
  );
}

/** Without membership, an owner who is the only login couldn't use the application's role. */
export async function requireMembership(client: pg.Client, owner: string): Promise<void> {
  const { rows } = await client.query<{ isMember: boolean }>(`select pg_has_role($1, $2, 'member') as "isMember"`, [
    owner,
    appRole,
  ]);
  if (rows[0]?.isMember) return;
  throw new StartError(
    `The role ${owner} must be a member of ${appRole}. Run this as a superuser, then migrate again: grant ${appRole} to ${pg.escapeIdentifier(owner)};`,
  );
}
