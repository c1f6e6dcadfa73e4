import type { Executor } from '../../db/database.ts';
import { type AuditEntry, insertReadEntry } from './audit.commands.ts';

const windowMs = 60_000;

interface Window {
  opened: number;
  /** Not yet written. */
  repeats: number;
  entry: AuditEntry;
}

/** Of each database, since what was read in one says nothing of another. */
const windowsOf = new WeakMap<Executor, Map<string, Window>>();

/**
 * Records a read before its answer leaves. The same reader and record within a minute is one row; how
 * often it was repeated is counted, and written every few seconds as a row that says so. A crash loses only that count.
 */
export async function auditRead(db: Executor, entry: AuditEntry, now = Date.now()): Promise<void> {
  const key = JSON.stringify([
    entry.actor?.userId,
    entry.organizationId,
    entry.action,
    entry.entityType,
    entry.entityId,
    entry.detail,
  ]);
  const windows = windowsOf.get(db) ?? new Map<string, Window>();
  windowsOf.set(db, windows);
  const open = windows.get(key);
  if (open && now - open.opened < windowMs) {
    open.repeats++;
    return;
  }
  if (open) await writeRepeats(db, open);
  await insertReadEntry(db, entry);
  windows.set(key, { opened: now, repeats: 0, entry });
}

/** Writes what was counted since the last time, and forgets the windows that are over. So does the stop. */
export async function flushReads(db: Executor, now = Date.now()): Promise<void> {
  const windows = windowsOf.get(db) ?? new Map<string, Window>();
  for (const [key, window] of windows) {
    await writeRepeats(db, window);
    const over = now - window.opened >= windowMs && window.repeats === 0;
    // A read may have opened the next window meanwhile.
    if (over && windows.get(key) === window) windows.delete(key);
  }
}

async function writeRepeats(db: Executor, window: Window): Promise<void> {
  const { repeats } = window;
  if (repeats === 0) return;
  window.repeats = 0;
  try {
    const detail = { ...window.entry.detail, repeated: repeats };
    await insertReadEntry(db, { ...window.entry, requestId: null, detail });
  } catch (error) {
    // Counted still, for the next time.
    window.repeats += repeats;
    throw error;
  }
}
