import { createHash } from 'node:crypto';
import type { AppContext } from '../../app-context.ts';
import type { Executor } from '../../db/database.ts';
import { type AuditEntry, insertListEntry, insertReadEntry, type ListEntry } from './audit.commands.ts';

const windowMs = 60_000;

interface Window {
  opened: number;
  repeats: number;
  /** Writes the row that says how often it was repeated. */
  write(repeated: number): Promise<void>;
}

/** Of each database, since what was read in one says nothing of another. */
const windowsOf = new WeakMap<Executor, Map<string, Window>>();

/**
 * Records a read before its answer leaves. The same reader and record within a minute is one row; how
 * often it was repeated stands in a second row when the minute is over.
 */
export function auditRead(db: Executor, entry: AuditEntry, now = Date.now()): Promise<void> {
  return once(db, entry, now, (detail, requestId) =>
    insertReadEntry(db, { ...entry, requestId, detail: { ...entry.detail, ...detail } }),
  );
}

/**
 * Records a list or a search before its answer leaves: what was asked and which records were shown. The same
 * question with the same answer within a minute is one row.
 */
export function auditList(app: Pick<AppContext, 'db' | 'config'>, entry: ListEntry, now = Date.now()): Promise<void> {
  const { db, config } = app;
  return once(db, entry, now, (detail, requestId) =>
    insertListEntry(db, config.auditKey, { ...entry, requestId, detail: { ...entry.detail, ...detail } }),
  );
}

async function once(
  db: Executor,
  entry: AuditEntry | ListEntry,
  now: number,
  write: (more: Record<string, unknown>, requestId: string | null) => Promise<void>,
): Promise<void> {
  const { actor, requestId, ...rest } = entry;
  const text = JSON.stringify([actor?.userId, rest]);
  // Hashed, since a list can be long and may hold what somebody searched for.
  const key = 'asked' in rest ? createHash('sha256').update(text).digest('base64') : text;
  const windows = windowsOf.get(db) ?? new Map<string, Window>();
  windowsOf.set(db, windows);
  const open = windows.get(key);
  if (open && now - open.opened < windowMs) {
    open.repeats++;
    return;
  }
  if (open) await writeRepeats(open);
  await write({}, requestId);
  windows.set(key, { opened: now, repeats: 0, write: (repeated) => write({ repeated }, null) });
}

/** Writes what the windows that are over have counted; a job calls it every minute, and so does the stop. */
export async function flushReads(db: Executor, now = Date.now()): Promise<void> {
  const windows = windowsOf.get(db) ?? new Map<string, Window>();
  for (const [key, window] of windows) {
    if (now - window.opened < windowMs) continue;
    windows.delete(key);
    await writeRepeats(window);
  }
}

async function writeRepeats({ repeats, write }: Window): Promise<void> {
  if (repeats > 0) await write(repeats);
}
