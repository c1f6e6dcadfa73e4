import type { readConfig } from './main/config.ts';

/** The parsed settings, which main/config.ts reads from the environment and describes. */
export type Settings = ReturnType<typeof readConfig>;

export interface Keys {
  /** Signs tokens. */
  secret: string;
  /** Seals the audit log. */
  auditKey: string;
  /** Encrypts secrets in the database: one key or several, the newest first, separated by commas. */
  encryptionKey: string;
  /** For what can't be encrypted again with a new key: hashes of recovery codes, and the keys of drafts. */
  derivationKey: string;
}

/** The settings and the keys, either configured or stored in the data folder. */
export type Config = Settings & Keys;
