import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import type { Executor, Tx } from '../../db/database.ts';

export interface AuditEntry {
  actor: Pick<Actor, 'userId'> | null;
  requestId: string | null;
  /** The organization in whose log the entry appears. */
  organizationId: number | null;
  /** What happened, as `record.verb`. */
  action: string;
  entityType: string;
  entityId: number | null;
  /** Ids, field names and statuses only; never names, addresses or texts. */
  detail?: Record<string, unknown>;
}

/** Writes the audit row of a change, in the transaction of the change. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  await sql`
    insert into audit_log (organization_id, actor_id, action, entity_type, entity_id, detail, request_id)
    values (${entry.organizationId}, ${entry.actor?.userId ?? null}, ${entry.action}, ${entry.entityType},
      ${entry.entityId}, ${JSON.stringify(entry.detail ?? {})}::jsonb, ${entry.requestId})`.execute(tx);
}

/**
 * Writes the audit row of a read, before its answer leaves. A crash of the database may lose the last
 * fraction of a second of these rows, which keeps reads quick; changes are never written this way.
 */
export async function insertReadEntry(db: Executor, entry: AuditEntry): Promise<void> {
  await sql`
    insert into audit_log (organization_id, actor_id, action, entity_type, entity_id, detail, request_id)
    select ${entry.organizationId}::bigint, ${entry.actor?.userId ?? null}::bigint, ${entry.action}, ${entry.entityType},
      ${entry.entityId}::bigint, ${JSON.stringify(entry.detail ?? {})}::jsonb, ${entry.requestId}
    from (select set_config('synchronous_commit', 'off', true)) as quick`.execute(db);
}
