import pg from 'pg';
import { StartError } from '../../start-error.ts';
import { appRole } from '../addresses.ts';

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
