import { hash } from 'node:crypto';
import type { AppContext } from '../../app-context.ts';
import type { Executor } from '../../db/database.ts';
import { type AuditEntry, insertListEntry, insertReadEntry, type ListEntry } from './audit.commands.ts';

const windowMs = 60_000;

interface Window {
  opened: number;
  repeats: number;
  /** Writes the row with the number of repeats. */
  write(repeated: number): Promise<void>;
}

/** Per database. */
const windowsOf = new WeakMap<Executor, Map<string, Window>>();

/**
 * Records a read before its answer is sent. Repeats of the same reader and record within a minute share a row; a second
 * row records the number of repeats when the minute ends.
 */
export function auditRead(db: Executor, entry: AuditEntry, now = Date.now()): Promise<void> {
  return once(db, entry, now, (more) => insertReadEntry(db, { ...entry, ...more }));
}

/**
 * Records a list or search before its answer is sent: the terms and the records shown. Repeats with the same answer
 * within a minute share a row.
 */
export function auditList(app: Pick<AppContext, 'db' | 'config'>, entry: ListEntry, now = Date.now()): Promise<void> {
  const { db, config } = app;
  return once(db, entry, now, (more) => insertListEntry(db, config.auditKey, { ...entry, ...more }));
}

async function once(
  db: Executor,
  entry: AuditEntry | ListEntry,
  now: number,
  write: (more: Partial<AuditEntry>) => Promise<void>,
): Promise<void> {
  const { caller, ...rest } = entry;
  const text = JSON.stringify([caller?.userId, caller?.organizationId, rest]);
  // Hashed, since a list can be long and contain search terms.
  const key = 'asked' in rest ? hash('sha256', text, 'base64') : text;
  const windows = windowsOf.get(db) ?? new Map<string, Window>();
  windowsOf.set(db, windows);
  const open = windows.get(key);
  if (open && now - open.opened < windowMs) {
    open.repeats++;
    return;
  }
  if (open) await writeRepeats(open);
  await write({});
  // The repeats belong to no single request.
  const repeater = caller && { ...caller, requestId: null };
  windows.set(key, {
    opened: now,
    repeats: 0,
    write: (repeated) => write({ caller: repeater, detail: { ...entry.detail, repeated } }),
  });
}

/** Writes the counts of finished windows; runs every minute and when stopping. */
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
