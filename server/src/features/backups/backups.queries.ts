import type { Executor } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';

export interface BackupRow {
  id: number;
  reason: 'command' | 'scheduled' | 'before migration';
  place: string;
  name: string;
  encrypted: boolean;
  state: 'running' | 'done' | 'failed';
  startTimestamp: string;
  endTimestamp: string | null;
  bytes: number | null;
  rowCount: number | null;
  fileCount: number | null;
  problem: string | null;
  removeTimestamp: string | null;
  /** Of the restore test; null if this backup wasn't tested. */
  testState: 'passed' | 'failed' | null;
  testTimestamp: string | null;
  testProblem: string | null;
}

/** The newest backups, newest first. */
export async function findBackups(db: Executor, limit = 20): Promise<BackupRow[]> {
  return sql<BackupRow>`
    select id, reason, place, name, encrypted, state, ${iso('start_timestamp')} as "startTimestamp",
      ${iso('end_timestamp')} as "endTimestamp", bytes, row_count as "rowCount", file_count as "fileCount", problem,
      ${iso('remove_timestamp')} as "removeTimestamp", test_state as "testState",
      ${iso('test_timestamp')} as "testTimestamp", test_problem as "testProblem"
    from backups order by id desc limit ${limit}`.many(db);
}
