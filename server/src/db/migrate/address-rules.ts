import { StartError } from '../../start-error.ts';
import { appRole, startupOptions } from '../addresses.ts';
import type { AddressFacts } from './address-facts.ts';
import { loginStatements } from './login-settings.ts';

const sessionAddress =
  'an address that leads to PostgreSQL directly, or through a pooler that keeps sessions (pool_mode = session)';

/** How a connection gets the application's role: from the login's settings, or else by startup options. */
export function chooseOptions(facts: AddressFacts): string | undefined {
  const { login, owner, throughPooler } = facts;
  const isSetUp = facts.currentRole === appRole && facts.hasTimeouts;
  if (!throughPooler) return isSetUp ? undefined : startupOptions;
  if (owner === null) throw new StartError('The database is not up to date. Run npm run migrate first.');
  if (login === owner) throw sharedLogin(login);
  if (isSetUp) return undefined;
  throw new StartError(
    `Behind a connection pooler, the role ${login} must use ${appRole} and have timeouts. Run this as a superuser, then let the pooler reconnect (RECONNECT in PgBouncer): ${loginStatements(login).join(' ')}`,
  );
}

export function sharedLogin(login: string): StartError {
  return new StartError(
    `DATABASE_URL leads through a connection pooler and signs in as ${login}, who owns the tables. Behind a pooler, the application needs a login that owns nothing: create one, name it in DATABASE_URL and DATABASE_SESSION_URL, and name the owner in DATABASE_OWNER_URL.`,
  );
}

/** Live updates, locks and jobs would fail without a word on an address that keeps no session. */
export function requireSession(facts: { isHeard: boolean; isSameUrl: boolean; session: AddressFacts }): void {
  if (facts.isHeard) return;
  if (facts.isSameUrl) {
    throw new StartError(
      `DATABASE_URL leads through a connection pooler in transaction mode, where live updates, locks and jobs don't work. Set DATABASE_SESSION_URL to ${sessionAddress}.`,
    );
  }
  if (facts.session.throughPooler) {
    throw new StartError(
      `DATABASE_SESSION_URL leads through a connection pooler in transaction mode too, so live updates don't arrive. Set it to ${sessionAddress}.`,
    );
  }
  throw new StartError(
    "Live updates sent to DATABASE_URL don't arrive at DATABASE_SESSION_URL. Both must lead to the same database.",
  );
}

export function requireOwnerSession(keepsSession: boolean): void {
  if (keepsSession) return;
  throw new StartError(
    `Migrations can't run through a connection pooler in transaction mode. Set DATABASE_SESSION_URL (and DATABASE_OWNER_URL, for another role) to ${sessionAddress}.`,
  );
}

/** Whether queries are sent with names. A pooler that keeps sessions keeps their statements, too. */
export function usesNames(
  setting: 'auto' | 'named' | 'unnamed',
  facts: { throughPooler: boolean; isSameUrl: boolean; keepsStatements: boolean },
): boolean {
  if (setting !== 'auto') return setting === 'named';
  return !facts.throughPooler || facts.isSameUrl || facts.keepsStatements;
}
