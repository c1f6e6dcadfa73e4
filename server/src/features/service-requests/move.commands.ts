import { isEndStatus, outcomeRefusal } from '@kinbridge/contract/service-requests/outcomes';
import {
  allowedMoves,
  asksFirst,
  type BoardStatus,
  bulkMoveRefusal,
  moveRefusedSentence,
  type ServiceRequestStatus,
  serviceRequestStatusLabels,
  statusPath,
} from '@kinbridge/contract/service-requests/service-request-status';
import type { NewOutcome } from '@kinbridge/contract/service-requests/service-requests.contract';
import type { Principal, StaffCaller } from '../../access/caller.ts';
import { AppError, forbidden, invalidField, notFound } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import { laterTimestamp } from '../../db/later-timestamp.ts';
import { type RawBuilder, sql } from '../../db/sql.ts';
import { auditEach } from '../../records/audit/audit.commands.ts';
import { notifyRequestSql } from '../../records/events/events.commands.ts';
import { seesMember } from '../members/members.queries.ts';
import { findClosedAmong } from '../organizations/approval.queries.ts';
import { requireActiveEmployee } from './create-service-request.commands.ts';
import { isOneOf } from './is-one-of.queries.ts';
import { type GivenOutcome, insertNotes, noteOf, outcomeColumns } from './outcome.commands.ts';
import { emailSenders, emailSubscribers, textAfterAssignment, textAfterMove } from './request-messages.commands.ts';
import { recordRequestRead } from './request-read.ts';
import { clockAfter, providerActed } from './response-clock.queries.ts';
import { erasedRequest, findRequestText, type LockedRequest, lockRequests } from './service-requests.queries.ts';
import { findUndoableMoves, keepForUndo, undoneColumns } from './undo-move.queries.ts';

export type Mover = Principal & { organizationId: number };

/**
 * Moves one request if the table allows it and returns JSON text. A stale or forbidden move answers with the current
 * request.
 */
export async function moveServiceRequest(
  db: Database,
  config: Config,
  caller: StaffCaller,
  input: {
    id: number;
    newStatus: ServiceRequestStatus;
    version: number | undefined;
    outcome?: NewOutcome | null | undefined;
  },
): Promise<string> {
  requireFitting(input.outcome, input.newStatus);
  const result = await transaction(db, async (tx) => {
    const [request] = await lockRequests(tx, caller.organizationId, [input.id]);
    if (!request) throw notFound('service request');
    const refusal = moveRefusal(request, input.newStatus, input.version) ?? (await reopenRefusal(tx, caller, request));
    if (!refusal) {
      const move = { requests: [request], target: input.newStatus, outcome: input.outcome };
      await moveRequests(tx, config, caller, move);
    }
    return { refusal, current: await findRequestText(tx.last, caller.organizationId, input.id) };
  });
  if (result.current === null) throw notFound('service request');
  if (result.refusal) {
    await recordRequestRead(db, caller, { id: input.id, background: true });
    const { code, message } = result.refusal;
    throw new AppError(code, message, { extra: { current: JSON.parse(result.current) } });
  }
  return result.current;
}

function requireFitting(outcome: NewOutcome | null | undefined, target: ServiceRequestStatus): void {
  const refusal = outcome ? outcomeRefusal(target, outcome.code) : null;
  if (refusal) throw invalidField('outcome.code', refusal);
}

function moveRefusal(request: LockedRequest, target: ServiceRequestStatus, version: number | undefined) {
  if (version !== undefined && version !== request.version) {
    return {
      code: 'stale',
      message: 'Someone else just changed this request. Please check it again.',
    } as const;
  }
  const allowed = allowedMoves(request.status, request.assignee_id !== null);
  if (allowed.includes(target)) return null;
  return { code: 'conflict', message: moveRefusedSentence(request.status, allowed) } as const;
}

/**
 * Reopening would resend the request, which a refused or suspended organization must not get. It would also restore a
 * receiving organization's ended access to the member; only the requesting side may do that.
 */
async function reopenRefusal(tx: Tx, { organizationId }: StaffCaller, request: LockedRequest) {
  if (request.status !== 'CANCELLED') return null;
  const closed = await findClosedAmong(tx, [request.organization_id, request.provider_id]);
  if (closed !== null) {
    const message = `${closed} is no longer on Kinbridge, so this request can't be reopened.`;
    return { code: 'conflict', message } as const;
  }
  if (request.organization_id === organizationId || (await seesMember(tx, organizationId, request.member_id)))
    return null;
  const message =
    'Your organization no longer sees this member. Ask the requesting organization to reopen the request or send a new one.';
  return { code: 'conflict', message } as const;
}

interface Move {
  requests: LockedRequest[];
  target: ServiceRequestStatus;
  outcome?: NewOutcome | null | undefined;
}

/** Every move goes through here: one statement with audit rows, messages and events. */
export async function moveRequests(tx: Tx, config: Config, mover: Mover, move: Move): Promise<void> {
  const { requests, target } = move;
  if (requests.length === 0) return;
  if (move.outcome?.note && requests.some((request) => request.is_erased)) throw erasedRequest();
  const step = statusPath.indexOf(target as BoardStatus) + 1;
  const undo = mover.userId === null || asksFirst(target) ? sql`null` : keepForUndo(mover.userId);
  const columns = sql`status_timestamp = case when status = ${target} then status_timestamp else now() end,
    member_says_no = false,
    complete_timestamp = case when ${target} = 'COMPLETED' then now() end,
    furthest_step = greatest(furthest_step, ${step}::smallint),
    ${outcomeColumns(endedBy(mover, move))}, ${clockAfter(target, mover.organizationId)}, undo = ${undo}`;
  await setStatus(tx, mover, move, columns);
  if (mover.via !== 'member') await textAfterMove(tx, config, requests, target);
  await mailOtherSide(tx, mover, move);
}

/** How the move ends the requests, or null. */
function endedBy({ via }: Mover, { outcome }: Move): GivenOutcome | null {
  if (!outcome) return null;
  return { code: outcome.code, note: outcome.note ?? null, by: via === 'member' ? 'member' : 'staff' };
}

/** Restores requests to before their last move. Members get no text, since nothing new happened for them. */
async function undoMoves(tx: Tx, mover: Mover, move: Move): Promise<void> {
  if (move.requests.length === 0) return;
  await setStatus(tx, mover, { ...move, undo: true }, undoneColumns);
  await mailOtherSide(tx, mover, move);
}

async function setStatus(
  tx: Tx,
  mover: Mover,
  { undo, ...move }: Move & { undo?: true },
  columns: RawBuilder<unknown>,
): Promise<void> {
  const { requests, target } = move;
  const ids = requests.map((request) => request.id);
  const ended = endedBy(mover, move);
  const more = { ...(undo && { undo }), ...(ended && { outcome: { code: ended.code, by: ended.by } }) };
  const note = ended?.note ?? null;
  await sql`
    with moved as (
      update service_requests set status = ${target}, version = version + 1, update_timestamp = ${laterTimestamp}, ${columns}
      from (select id as was_id, status as was from service_requests) before
      where was_id = id and ${isOneOf('id', ids)} returning id, organization_id, provider_id, status, version, was
    ),
    ${note === null ? sql`` : insertNotes('moved', note)}
    recorded as (${auditEach('moved', {
      caller: mover,
      action: 'service-request.move',
      detail: sql`jsonb_build_object('from', was, 'to', status) || ${JSON.stringify(more)}::jsonb
        ${note === null ? sql`` : sql`|| ${noteOf('moved')}`}`,
    })})
    select ${notifyRequestSql('moved')} from moved order by id`.run(tx);
}

/** Each request has one other side to tell, so nobody gets two emails about one move. */
async function mailOtherSide(tx: Tx, mover: Mover, { requests, target }: Move): Promise<void> {
  const idsOf = (list: LockedRequest[]) => list.map(({ id }) => id);
  const sent = requests.filter((request) => request.provider_id !== mover.organizationId);
  if (mover.userId !== null) await emailSubscribers(tx, idsOf(sent), 'request-moved', mover.userId);
  if (!isEndStatus(target)) return;
  const received = requests.filter(
    (request) => request.provider_id === mover.organizationId && request.organization_id !== request.provider_id,
  );
  await emailSenders(tx, idsOf(received), 'request-ended');
}

export interface BulkMove {
  moved: number[];
  skipped: { id: number; reason: string }[];
  message: string;
}

export interface WantedMoves {
  serviceRequestIds: number[];
  target: BoardStatus;
  /** Moves only requests in this status. */
  from?: ServiceRequestStatus | undefined;
  /** Undoes the caller's own last move of each request, at most 30 seconds old. */
  undo?: boolean | undefined;
  outcome?: NewOutcome | null | undefined;
}

/** Moves many requests. One foreign id makes the whole call 404, with nothing changed. */
export function bulkMoveServiceRequests(
  db: Database,
  config: Config,
  caller: StaffCaller,
  { serviceRequestIds, target, from, undo = false, outcome }: WantedMoves,
): Promise<BulkMove> {
  requireFitting(outcome, target);
  return transaction(db, async (tx) => {
    const wanted = [...new Set(serviceRequestIds)];
    const requests = await lockRequests(tx, caller.organizationId, wanted);
    if (requests.length < wanted.length) throw notFound('service request');
    const undoable = undo ? await findUndoableMoves(tx, caller.userId, wanted) : null;
    const refused = requests.map((request) => ({ id: request.id, reason: refusalOf(request, undoable) }));
    const skipped = refused.flatMap(({ id, reason }) => (reason === null ? [] : [{ id, reason }]));
    const moving = requests.filter((_, index) => refused[index]?.reason === null);
    if (undo) await undoMoves(tx, caller, { requests: moving, target });
    else await moveRequests(tx, config, caller, { requests: moving, target, outcome });
    return { moved: moving.map((request) => request.id), skipped, message: bulkMessage(moving.length, skipped) };
  });

  function refusalOf({ id, status }: LockedRequest, undoable: Map<number, ServiceRequestStatus> | null) {
    if (from !== undefined && status !== from) return `now ${serviceRequestStatusLabels[status]}`;
    const refusal = bulkMoveRefusal(status, target);
    if (refusal !== null || undoable === null) return refusal;
    const former = undoable.get(id);
    if (former === undefined) return 'can no longer be undone';
    return former === target ? null : `was ${serviceRequestStatusLabels[former]} before`;
  }
}

function bulkMessage(moved: number, skipped: { id: number; reason: string }[]): string {
  if (skipped.length === 0) return 'Successfully updated status';
  const reasons = new Map<string, number[]>();
  for (const { id, reason } of skipped) reasons.set(reason, [...(reasons.get(reason) ?? []), id]);
  const parts = [...reasons].map(([reason, ids]) => `${listed(ids)} ${reason}`);
  return `${moved} moved, ${skipped.length} skipped: ${parts.join('; ')}.`;
}

function listed(ids: number[]): string {
  const shown = ids
    .slice(0, 5)
    .map((id) => `#${id}`)
    .join(', ');
  return ids.length > 5 ? `${shown} and ${ids.length - 5} more` : shown;
}

/** Only the providing organization can assign, only to its own active people. Keeps the status; returns JSON text. */
export async function assignServiceRequest(
  db: Database,
  config: Config,
  caller: StaffCaller,
  { id, employeeId }: { id: number; employeeId: number },
): Promise<string> {
  const outcome = await transaction(db, async (tx) => {
    const [request] = await lockRequests(tx, caller.organizationId, [id]);
    if (!request) throw notFound('service request');
    if (request.provider_id !== caller.organizationId) throw forbidden();
    await requireActiveEmployee(tx, caller.organizationId, employeeId);
    const changed = request.assignee_id !== employeeId;
    if (changed) {
      await sql`
        with assigned as (
          update service_requests set assignee_id = ${employeeId}, version = version + 1, update_timestamp = ${laterTimestamp},
            ${providerActed}
          where id = ${id} returning id, organization_id, provider_id, status, version
        ),
        recorded as (${auditEach('assigned', {
          caller,
          action: 'service-request.assign',
          detail: { assigneeId: employeeId, before: request.assignee_id },
        })})
        select ${notifyRequestSql('assigned')} from assigned`.run(tx);
      await textAfterAssignment(tx, config, request);
    }
    const current = await findRequestText(tx.last, caller.organizationId, id);
    if (current === null) throw notFound('service request');
    return { changed, current };
  });
  if (!outcome.changed) await recordRequestRead(db, caller, { id, background: true });
  return outcome.current;
}
