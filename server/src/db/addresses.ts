export const appRole = 'kinbridge_app';

type AddressKind = 'pooled' | 'session' | 'replica';

/**
 * Where the application connects. A 'pooled' address may lead through a pooler that gives each transaction another
 * connection. A 'session' address keeps one connection, as LISTEN, session locks and the job queue need. A 'replica' can
 * only be read.
 */
export interface DatabaseAddress<Kind extends AddressKind = AddressKind> {
  readonly kind: Kind;
  readonly url: string;
  /** Undefined where the login's own settings set the role and the timeouts; a pooler refuses startup options. */
  readonly options: string | undefined;
}

export type PooledAddress = DatabaseAddress<'pooled'>;
export type SessionAddress = DatabaseAddress<'session'>;
export type ReplicaAddress = DatabaseAddress<'replica'> & { readonly named: boolean };

export interface DatabaseAddresses {
  pooled: PooledAddress;
  session: SessionAddress;
  replica: ReplicaAddress | null;
  /** Whether a statement's name is still known to the next transaction. */
  named: boolean;
}

/** Sets the role and the timeouts without the login's own settings, for a connection without a pooler. */
export const startupOptions = `-c role=${appRole} -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000`;

/** The addresses of a database without a pooler. */
export function directAddresses(url: string, named = true): DatabaseAddresses {
  return {
    pooled: { kind: 'pooled', url, options: startupOptions },
    session: { kind: 'session', url, options: startupOptions },
    replica: null,
    named,
  };
}
