import {
  allowedMoves,
  bulkMoveRefusal,
  type ServiceRequestStatus,
} from '@kinbridge/contract/service-requests/service-request-status';
import type {
  NewRequestTexts,
  TextOfMove,
  TextsQuestion,
} from '@kinbridge/contract/service-requests/text-preview.contract';
import { dailyLimitReason } from '@kinbridge/contract/sms/sms-blocked-reasons';
import type { StaffCaller } from '../../access/caller.ts';
import { notFound } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { smsBlockedReason, waitingText } from '../../records/sms/sms-blocked.queries.ts';
import { requireMember } from '../members/member-access.ts';
import { isOneOf } from './is-one-of.queries.ts';
import { templateOfMove, writeText } from './request-messages.commands.ts';
import { findMessageFacts, isResponsible } from './request-messages.queries.ts';
import { readsLastSeen } from './service-request-row.queries.ts';

const noText: TextOfMove = { smsText: null, smsBlockedReason: null };

interface Moved {
  status: ServiceRequestStatus;
  assigned: boolean;
  textWaits: boolean;
  lastSeen: boolean;
  blocked: string | null;
  today: number;
}

function moves({ status, assigned }: Moved, target: ServiceRequestStatus): boolean {
  if (allowedMoves(status, assigned).includes(target)) return true;
  return target !== 'CANCELLED' && bulkMoveRefusal(status, target) === null;
}

/** The text a move would send, written by the sending code. Null if the request isn't found. */
export async function previewTextOfMove(
  db: Executor,
  config: Config,
  organizationId: number,
  { id, newStatus }: { id: number; newStatus: ServiceRequestStatus },
): Promise<TextOfMove | null> {
  const request = await sql<Moved>`
    select r.status, r.assignee_id is not null as assigned, r.member_text_waits as "textWaits",
      ${readsLastSeen(organizationId)} as "lastSeen", coalesce(${waitingText('p')}, ${smsBlockedReason('m')}) as blocked,
      case when m.phone_number is not null then count_automatic_texts(m.phone_number) else 0 end as today
    from service_requests r join users m on m.id = r.member_id join organizations p on p.id = r.provider_id
      left join sms_opt_outs x on x.phone_number = m.phone_number
    where r.id = ${id} and ${organizationId} in (r.organization_id, r.provider_id)`.maybeOne(db);
  if (!request) return null;
  const template = moves(request, newStatus) ? templateOfMove(newStatus, request.textWaits) : null;
  // The text has the member's current name, which an organization without access can't see.
  if (template === null || request.lastSeen) return noText;
  const [fact] = await findMessageFacts(db, [id]);
  const limited = request.today >= config.smsAutomaticPerDay ? dailyLimitReason : null;
  return { smsText: fact ? writeText(fact, template) : null, smsBlockedReason: request.blocked ?? limited };
}

/** Who would get texts about new requests, by the same rules as sending. */
export async function previewNewRequestTexts(
  db: Executor,
  caller: StaffCaller,
  { serviceIds, patientId = null, phoneNumber = null, assigneeId = null }: TextsQuestion,
): Promise<NewRequestTexts> {
  if (patientId !== null) await requireMember(db, caller.organizationId, patientId);
  const member = sql`
    select ${smsBlockedReason('u')} from (
      select phone_number, send_sms_texts from users where id = ${patientId}::bigint
      union all select ${phoneNumber}::text, true where ${patientId}::bigint is null
    ) u left join sms_opt_outs x on x.phone_number = u.phone_number`;
  const assignee = sql`case when s.organization_id = ${caller.organizationId} then ${assigneeId}::bigint end`;
  const staff = sql`
    select from users u left join sms_opt_outs x on x.phone_number = u.phone_number
    where ${isResponsible(sql`s.organization_id`, assignee)} and u.id <> ${caller.userId} and ${smsBlockedReason('u')} is null
      and ${waitingText('o')} is null`;
  const rows = await sql<{ organizationId: number; textsStaff: boolean; memberBlockedReason: string | null }>`
    select s.organization_id as "organizationId", exists (${staff}) as "textsStaff", coalesce(${waitingText('o')}, (${member})) as "memberBlockedReason"
    from services s join organizations o on o.id = s.organization_id
    where ${isOneOf('s.id', serviceIds)} and s.deleted_timestamp is null
      and (o.approval = 'APPROVED' or o.id = ${caller.organizationId})`.many(db);
  const [first] = rows;
  if (!first || rows.length < new Set(serviceIds).size) throw notFound('service');
  const organizationIds = rows.filter(({ textsStaff }) => textsStaff).map(({ organizationId }) => organizationId);
  return { memberBlockedReason: first.memberBlockedReason, organizationIds: [...new Set(organizationIds)] };
}
