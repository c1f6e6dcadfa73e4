import type { Executor } from '../../db/database.ts';
import { type AuditEntry, insertReadEntry } from './audit.commands.ts';

const windowMs = 60_000;

interface Window {
  opened: number;
  repeats: number;
  entry: AuditEntry;
}

/** Of each database, since what was read in one says nothing of another. */
const windowsOf = new WeakMap<Executor, Map<string, Window>>();

/**
 * Records a read before its answer leaves. The same reader and record within a minute is one row; how
 * often it was repeated stands in a second row when the minute is over.
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

/** Writes what the windows that are over have counted; a job calls it every minute, and so does the stop. */
export async function flushReads(db: Executor, now = Date.now()): Promise<void> {
  const windows = windowsOf.get(db) ?? new Map<string, Window>();
  for (const [key, window] of windows) {
    if (now - window.opened < windowMs) continue;
    windows.delete(key);
    await writeRepeats(db, window);
  }
}

async function writeRepeats(db: Executor, window: Window): Promise<void> {
  if (window.repeats === 0) return;
  const detail = { ...window.entry.detail, repeated: window.repeats };
  await insertReadEntry(db, { ...window.entry, requestId: null, detail });
}
