import { counted, inNumbers } from '@kinbridge/contract/shared/counted';
import { commandCaller } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import type { Config } from '../../config.ts';
import { type Database, transaction } from '../../db/database.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { countPast, deletePast, type RetentionKind, retentionKinds } from './retention-kinds.commands.ts';

type RetentionConfig = Pick<Config, 'retention' | 'auditAskedDays'>;

interface DueKind {
  kind: RetentionKind;
  /** Null keeps all of them. */
  cutoff: Date | null;
  count: number;
}

/** What a run at `now` deletes, by kind. */
export async function listDue(db: Database, config: RetentionConfig, now = new Date()): Promise<DueKind[]> {
  const due: DueKind[] = [];
  for (const kind of retentionKinds) {
    const days = kind.days(config);
    const cutoff = days === 0 ? null : new Date(now.getTime() - days * 86_400_000);
    due.push({ kind, cutoff, count: cutoff ? await countPast(db, kind, cutoff) : 0 });
  }
  return due;
}

const batch = 1_000;
/** More is left for the next day, so that a first run doesn't take the night. */
const longestRun = 1_000_000;

/**
 * Deletes what is past its days, in small batches. Logs what it is about to delete, and writes what it deleted to the
 * operators' log. Two runs at the same time do no harm.
 */
export async function runRetention({ db, config, log }: Pick<AppContext, 'db' | 'config' | 'log'>): Promise<void> {
  const due = (await listDue(db, config)).filter(({ count }) => count > 0);
  if (due.length === 0) return;
  const planned = Object.fromEntries(due.map(({ kind, count }) => [kind.table, count]));
  log.info({ planned }, 'retention begins');
  const deleted: Record<string, number> = {};
  for (const { kind, cutoff } of due) if (cutoff) deleted[kind.table] = await deleteKind(db, kind, cutoff);
  await transaction(db, (tx) =>
    record(tx, {
      caller: commandCaller,
      action: 'retention.run',
      entityId: null,
      detail: { deleted },
    }),
  );
}

async function deleteKind(db: Database, kind: RetentionKind, cutoff: Date): Promise<number> {
  let deleted = 0;
  while (deleted < longestRun) {
    const count = await deletePast(db, kind, { cutoff, limit: batch });
    deleted += count;
    if (count === 0) break;
  }
  return deleted;
}

/** The list for the operator. */
export function dueLines(due: DueKind[], config: RetentionConfig): string[] {
  return [
    'The next run deletes:',
    ...due.map(({ kind, cutoff, count }) => {
      const rule = cutoff
        ? `older than ${counted(kind.days(config), 'day')} (before ${cutoff.toISOString().slice(0, 10)})`
        : 'kept';
      return `${inNumbers(count).padStart(9)}  ${kind.name}, ${rule}, ${kind.setting}`;
    }),
  ];
}
