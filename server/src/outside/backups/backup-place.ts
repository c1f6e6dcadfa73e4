export interface KeptBackup {
  name: string;
  bytes: number;
}

/** Stores backups by name. */
export interface BackupPlace {
  /** Where it is, for people. */
  readonly description: string;
  /** Stores all bytes under the name, or nothing. Returns how many there were. */
  write(name: string, bytes: AsyncIterable<Buffer>): Promise<number>;
  read(name: string): AsyncIterable<Buffer>;
  /** All backups, oldest first; their names begin with the time. */
  list(): Promise<KeptBackup[]>;
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}

export const backupEnding = '.kinbridge-backup';

/** A name such as 20261117T101500123Z-scheduled.kinbridge-backup, to the millisecond, so two in a row differ. */
export function backupName(reason: string, now = new Date()): string {
  const time = now.toISOString().replace(/[-:.]/g, '');
  return `${time}-${reason.replaceAll(' ', '-')}${backupEnding}`;
}

export function isBackupName(name: string): boolean {
  return /^\d{8}T\d{9}Z-[a-z-]+\.kinbridge-backup$/.test(name);
}

/** When a backup was begun, to the second. */
export function backupTime(name: string): Date {
  return new Date(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d).*$/, '$1-$2-$3T$4:$5:$6Z'));
}
