import { auditChanges } from '@kinbridge/contract/happenings';
import type { Principal } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../db/database.ts';
import type { ReplicaState } from '../../db/replica.ts';
import { sql } from '../../db/sql.ts';

/**
 * The database for a read that can wait: the replica, unless it lacks something that the caller changed. Every change
 * has an audit row, so this holds whichever process made it.
 */
export async function chooseReadDatabase({ db, replica }: AppContext, caller: Reader): Promise<Database> {
  if (replica === null) return db;
  return replica.choose(async (copy) => findReplicaState(copy, await findPosition(db, caller)));
}

type Reader = Pick<Principal, 'userId' | 'organizationId'>;

interface Position {
  position: string;
  /** The caller's changes that a replica at most ten seconds behind may lack. */
  changes: string[];
}

function findPosition(db: Database, { organizationId, userId }: Reader): Promise<Position> {
  return sql<Position>`
    select pg_current_wal_insert_lsn()::text as position, array(
      select id from (
        select id, action, create_timestamp from audit_log
        where organization_id = ${organizationId} and actor_id = ${userId} order by id desc limit 200) latest
      where create_timestamp > now() - interval '1 minute' and action = any(${auditChanges}::text[])) as changes`.one(
    db,
  );
}

function findReplicaState(replica: Database, { position, changes }: Position): Promise<ReplicaState> {
  return sql<ReplicaState>`
    select pg_is_in_recovery() as "isReplica",
      coalesce(pg_last_wal_replay_lsn() >= ${position}::pg_lsn, false) as "isCaughtUp",
      extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float as "lagSeconds",
      cardinality(${changes}::bigint[]) - (
        select count(*) from audit_log where id = any(${changes}::bigint[])) as "missingChanges"`.one(replica);
}
