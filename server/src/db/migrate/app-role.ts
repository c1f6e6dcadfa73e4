import pg from 'pg';
import { StartError } from '../../start-error.ts';
import { appRole } from '../addresses.ts';

/** The statement of the baseline that creates the role. PostgreSQL refuses it without CREATEROLE, even if the role exists. */
const creation = /do \$\$\s+begin\s+create role kinbridge_app nologin;[^$]*\$\$;/;

/**
 * What the baseline leaves to do: an administrator may have created the application's role, for an owner who may create
 * none.
 */
export async function withExistingRole(client: pg.Client, baseline: string): Promise<string> {
  const { rows } = await client.query<{ login: string; exists: boolean; mayCreate: boolean }>(
    `select rolname as login, rolsuper or rolcreaterole as "mayCreate",
      exists (select from pg_roles where rolname = $1) as "exists" from pg_roles where rolname = current_user`,
    [appRole],
  );
  const [{ login, exists, mayCreate } = { login: '', exists: false, mayCreate: true }] = rows;
  if (exists) return baseline.replace(creation, '');
  if (mayCreate) return baseline;
  throw new StartError(
    `The role ${appRole} is missing, and ${login} may not create it. Run this as a superuser, then migrate again: create role ${appRole} nologin; grant ${appRole} to ${pg.escapeIdentifier(login)} with admin option;`,
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
