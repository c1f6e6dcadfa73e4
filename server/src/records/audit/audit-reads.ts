import { hash } from 'node:crypto';
import type { AppContext } from '../../app-context.ts';
import type { Executor } from '../../db/database.ts';
import { type AuditEntry, insertListEntry, insertReadEntry, type ListEntry } from './audit.commands.ts';

const windowMs = 60_000;

/** Per database. */
const windowsOf = new WeakMap<Executor, Map<string, Window>>();

interface Read {
  entry: AuditEntry | ListEntry;
  insert: Insert;
}

/** Keeps no first read: a busy server has many windows, and most have no repeats. */
interface Window {
  opened: number;
  /** Settles when its row is written. */
  written: Promise<void>;
  repeats: number;
  lastRepeat: Read | null;
}

type Insert<Entry = AuditEntry | ListEntry> = (db: Executor, entry: Entry) => Promise<void>;

/**
 * Records a read before its answer is sent. Repeats of the same reader and record within a minute share a row; a second
 * row records the number of repeats when the minute ends.
 */
export function auditRead(db: Executor, entry: AuditEntry, now = Date.now()): Promise<void> {
  return once(db, keyOf(entry), { entry, insert: insertReadEntry }, now);
}

/**
 * Records a list or search before its answer is sent: the terms and the records shown. Repeats with the same answer
 * within a minute share a row.
 */
export function auditList(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  entry: ListEntry,
  now = Date.now(),
): Promise<void> {
  // Hashed, since a list can be long.
  const key = hash('sha256', keyOf(entry, [entry.asked, entry.shown]), 'base64');
  const insert: Insert<ListEntry> = (to, row) => insertListEntry(to, config.auditKey, row);
  return once(db, key, { entry, insert: insert as Insert }, now);
}

/** Runs at every read, so it takes the fields one by one: copies of the entry cost more than its text. */
function keyOf({ caller, organizationId, action, entityType, entityId, detail }: AuditEntry, list?: unknown[]): string {
  const { userId = null, organizationId: own = null } = caller ?? {};
  return JSON.stringify([userId, own, organizationId, action, entityType, entityId, detail, list]);
}

/** Reads of the same moment wait for the one row that they share. */
function once(db: Executor, key: string, read: Read, now: number): Promise<void> {
  const windows = windowsOf.get(db) ?? new Map<string, Window>();
  windowsOf.set(db, windows);
  const open = windows.get(key);
  if (open && now - open.opened < windowMs) {
    open.repeats++;
    open.lastRepeat = read;
    return open.written;
  }
  const written = (open ? writeRepeats(db, open) : Promise.resolve()).then(() => read.insert(db, read.entry));
  windows.set(key, { opened: now, written, repeats: 0, lastRepeat: null });
  return written.catch((error) => {
    if (open) windows.set(key, open);
    else windows.delete(key);
    throw error;
  });
}

/** Writes the counts of finished windows; runs every 30 seconds and when stopping. */
export async function flushReads(db: Executor, now = Date.now()): Promise<void> {
  const windows = windowsOf.get(db) ?? new Map<string, Window>();
  for (const [key, window] of windows) {
    if (now - window.opened < windowMs) continue;
    windows.delete(key);
    // Most have none, and awaiting each of them would take time.
    if (window.repeats > 0) await writeRepeats(db, window);
  }
}

/** The repeats belong to no single request. */
async function writeRepeats(db: Executor, window: Window): Promise<void> {
  const { repeats, lastRepeat } = window;
  if (lastRepeat === null) return;
  const { entry, insert } = lastRepeat;
  const caller = entry.caller && { ...entry.caller, requestId: null };
  await insert(db, { ...entry, caller, detail: { ...entry.detail, repeated: repeats } });
  Object.assign(window, { repeats: 0, lastRepeat: null });
}
