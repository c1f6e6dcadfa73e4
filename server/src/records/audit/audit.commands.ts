import { createHmac, randomBytes } from 'node:crypto';
import { type Action, happenings } from '@kinbridge/contract/happenings';
import type { Principal } from '../../access/caller.ts';
import { batched } from '../../db/batched.ts';
import { type Database, type Executor, type Tx, transaction } from '../../db/database.ts';
import { RawBuilder, sql } from '../../db/sql.ts';

export interface AuditEntry {
  /** Who did it; null for the system. */
  caller: Principal | null;
  /** The organization whose log has the entry, if it isn't the caller's. */
  organizationId?: number | null;
  action: Action;
  entityId: number | null;
  /** If it isn't the action's own. */
  entityType?: string;
  /** Only ids, field names and statuses; never names, addresses or texts. */
  detail?: Record<string, unknown>;
}

/** Writes a change's audit row in the change's transaction. A happening that screens hear of goes through `record`. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { organizationId, actorId, requestId } = who(entry);
  await sql`
    insert into audit_log (organization_id, actor_id, action, entity_type, entity_id, detail, request_id)
    values (${organizationId}, ${actorId}, ${entry.action}, ${typeOf(entry)},
      ${entry.entityId}, ${JSON.stringify({ ...entry.detail, ...wayOf(entry.caller) })}::jsonb, ${requestId})`.run(tx);
}

/**
 * A change's audit rows as part of its statement: one per row of `source`, which has the record's id. The detail may be
 * SQL over that row.
 */
export function auditEach(
  source: string,
  entry: Omit<AuditEntry, 'entityId' | 'detail'> & { detail: Record<string, unknown> | RawBuilder<unknown> },
): RawBuilder<unknown> {
  const { organizationId, actorId, requestId } = who(entry);
  const own = entry.detail instanceof RawBuilder ? entry.detail : sql`${JSON.stringify(entry.detail)}::jsonb`;
  const way = wayOf(entry.caller);
  const detail = way ? sql`${own} || ${JSON.stringify(way)}::jsonb` : own;
  return sql`
    insert into audit_log (organization_id, actor_id, action, entity_type, entity_id, detail, request_id)
    select ${organizationId}::bigint, ${actorId}::bigint, ${entry.action}, ${typeOf(entry)},
      id, ${detail}, ${requestId} from ${sql.raw(source)} order by id`;
}

function typeOf({ action, entityType }: Pick<AuditEntry, 'action' | 'entityType'>): string {
  return entityType ?? happenings[action].on;
}

/** What the detail says of a principal who isn't a signed-in person. */
const ways: Partial<Record<Principal['via'], Record<string, true>>> = {
  emailLink: { byEmailLink: true },
  directory: { byDirectory: true },
  command: { byCommand: true },
};

function wayOf(caller: Principal | null) {
  return caller ? ways[caller.via] : undefined;
}

function who({
  caller,
  organizationId = caller?.organizationId ?? null,
}: Pick<AuditEntry, 'caller' | 'organizationId'>) {
  return { organizationId, actorId: caller?.userId ?? null, requestId: caller?.requestId ?? null };
}

export interface PersonEntry {
  caller: Principal;
  action: Action;
  entityId: number;
  detail: { fields: string[]; filled?: boolean };
}

/**
 * Writes a change of a person to the log of every organization that sees them; for staff, only their own. Logs of other
 * organizations name the caller's organization.
 */
export async function auditPerson(tx: Tx, entry: PersonEntry): Promise<void> {
  const { caller, entityId } = entry;
  const callerOrganization = caller.userId === entityId ? null : caller.organizationId;
  await sql`
    insert into audit_log (organization_id, actor_id, action, entity_type, entity_id, detail, request_id)
    select coalesce(om.organization_id, u.organization_id), ${caller.userId}::bigint, ${entry.action}, 'user', u.id,
      ${JSON.stringify({ ...entry.detail, ...wayOf(caller) })}::jsonb || case when om.organization_id <> ${callerOrganization}::bigint
        then jsonb_build_object('organizationId', ${callerOrganization}::bigint) else '{}' end, ${caller.requestId}
    from users u left join visible_members om on om.member_id = u.id
    where u.id = ${entityId} order by om.organization_id`.run(tx);
}

export interface ListEntry extends AuditEntry {
  /** The raw parameters, stored outside the log so they can be erased. */
  asked: Record<string, unknown>;
  shown: number[];
}

const maxShown = 1_000;

/**
 * Covers search terms in the chain without revealing them: once the salt is erased, even the key doesn't help to guess
 * them.
 */
export function askedDigest(auditKey: string, salt: Buffer, asked: string): string {
  return createHmac('sha256', auditKey).update('asked').update(salt).update(asked, 'utf8').digest('hex');
}

/** A pending log row, with the search terms of a list. */
interface ReadRow {
  /** Its index in the statement. */
  n: number;
  organizationId: number | null;
  actorId: number | null;
  action: string;
  entityType: string;
  entityId: number | null;
  detail: Record<string, unknown>;
  requestId: string | null;
  asked: string | undefined;
  salt: string | undefined;
}

/**
 * Writes a read's audit row before its answer is sent. A database crash may lose the last fraction of a second of these
 * rows, which keeps reads fast; changes are never written this way.
 */
export function insertReadEntry(db: Executor, entry: AuditEntry): Promise<void> {
  const { caller, detail = {} } = entry;
  const way = wayOf(caller);
  return insertRow(db, asRow(entry, way ? { ...detail, ...way } : detail));
}

/** Writes a list's audit row, as fast as a read's. */
export function insertListEntry(db: Executor, auditKey: string, entry: ListEntry): Promise<void> {
  const asked = JSON.stringify(entry.asked);
  const salt = randomBytes(16);
  const detail = {
    ...entry.detail,
    askedDigest: askedDigest(auditKey, salt, asked),
    shown: entry.shown.slice(0, maxShown),
    ...(entry.shown.length > maxShown && { shownCount: entry.shown.length }),
  };
  return insertRow(db, asRow(entry, detail, asked, salt.toString('hex')));
}

/** Always has the same fields, so that the engine knows its shape; JSON leaves out missing ones. */
function asRow(entry: AuditEntry, detail: ReadRow['detail'], asked?: string, salt?: string): ReadRow {
  const { organizationId, actorId, requestId } = who(entry);
  const { action, entityId } = entry;
  return { n: 0, organizationId, actorId, action, entityType: typeOf(entry), entityId, detail, requestId, asked, salt };
}

/** Rows that arrive during a write share the next statement. */
const insertRow = batched(async (db: Executor, rows: ReadRow[]): Promise<undefined[]> => {
  for (const [n, row] of rows.entries()) row.n = n;
  const log = sql`insert into audit_log (organization_id, actor_id, action, entity_type, entity_id, detail, request_id)
    select "organizationId", "actorId", action, "entityType", "entityId", detail, "requestId"
    from (select set_config('synchronous_commit', 'off', true)) as quick, given order by n`;
  const given = sql`given as (select * from json_to_recordset(${JSON.stringify(rows)}) as row (n int, "organizationId" bigint,
    "actorId" bigint, action text, "entityType" text, "entityId" bigint, detail jsonb, "requestId" text, asked text, salt text))`;
  if (rows.every(({ asked }) => asked === undefined)) await sql`with ${given} ${log}`.run(db);
  else {
    // Each digest has its own salt, so it links a log row to its search terms.
    await sql`with ${given}, entry as (${log} returning id, detail ->> 'askedDigest' as digest)
      insert into audit_asked (audit_id, asked, salt)
      select entry.id, asked, decode(salt, 'hex') from entry join given on given.detail ->> 'askedDigest' = entry.digest`.run(
      db,
    );
  }
  return rows.map(() => undefined);
});

/** The most rows per run, well within the statement timeout. */
const maxRowsPerRun = 1_000_000;

/**
 * Counts log rows that are final. Ids are assigned before commit, so a row may appear after later ones. So we pick a
 * row a while after it was written, and count everything up to it once all transactions of that moment have ended. The
 * log never changes, so the counts stay true.
 */
export async function countAuditRows(db: Database, writtenBefore = new Date(Date.now() - 60_000)): Promise<void> {
  await transaction(db, async (tx) => {
    const { counted, next, ended } = await sql<{ counted: number; next: number | null; ended: boolean | null }>`
      select counted_id as counted, next_id as next, pg_snapshot_xmin(pg_current_snapshot()) >= next_xmax as ended
      from audit_action_counted for update`.one(tx);
    if (next !== null && !ended) return;
    if (next !== null) {
      await sql`insert into audit_action_counts as c (organization_id, action, n)
        select organization_id, action, count(*) from audit_log
        where id > ${counted} and id <= ${next} and organization_id is not null group by organization_id, action
        on conflict (organization_id, action) do update set n = c.n + excluded.n`.run(tx);
    }
    await sql`update audit_action_counted set counted_id = coalesce(next_id, counted_id), next_xmax = pg_snapshot_xmax(pg_current_snapshot()),
      next_id = (select max(id) from (select id, create_timestamp from audit_log where id > ${next ?? counted}
        order by id limit ${maxRowsPerRun}) l where create_timestamp < ${writtenBefore})`.run(tx);
  });
}
