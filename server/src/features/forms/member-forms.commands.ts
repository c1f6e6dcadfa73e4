import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { readableReason } from '@kinbridge/contract/sms/sms-blocked-reasons';
import type { StaffCaller } from '../../access/caller.ts';
import { AppError, orNotFound } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import { iso } from '../../db/iso-timestamp.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { nameInSms, queueOneSms } from '../../records/sms/sms.commands.ts';
import { holdMember } from '../members/members.queries.ts';
import { findMessage } from '../messages/messages.queries.ts';
import { lockForm } from './forms.queries.ts';

/** Assigns a form to a member and texts the link if allowed; otherwise the answer says why not. */
export async function assignForm(
  tx: Tx,
  config: Config,
  caller: StaffCaller,
  { memberId, formVersion }: { memberId: number; formVersion: FormVersion },
) {
  await holdMember(tx, caller.organizationId, memberId);
  const form = orNotFound(await lockForm(tx, caller.organizationId, formVersion.id), 'form');
  if (form.archived_timestamp) throw new AppError('gone', 'This form is archived. Choose another one.');
  const assigned = await sql<{ id: number; createTimestamp: string }>`
    insert into survey_assignments (form_id, survey_id, user_id, assigned_by)
    values (${form.id}, ${formVersion.id}, ${memberId}, ${caller.userId})
    returning id, ${iso('create_timestamp')} as "createTimestamp"`.one(tx);
  await record(tx, {
    caller,
    action: 'survey.assign',
    entityId: memberId,
    detail: { surveyId: formVersion.id, assignmentId: assigned.id },
  });
  const smsBlockedReason = await textLink(tx, config, caller, { memberId, formVersion });
  const { id: surveyId, title, version } = formVersion;
  return { ...assigned, surveyId, title, version, answerId: null, smsBlockedReason };
}

/** Returns why nothing was sent, or null. */
async function textLink(
  tx: Tx,
  config: Config,
  caller: StaffCaller,
  { memberId, formVersion: { title, uniqueSurveyId } }: { memberId: number; formVersion: FormVersion },
): Promise<string | null> {
  const { name, organization } = await sql<{ name: string; organization: string }>`
    select u.first_name as name, o.name as organization from users u, organizations o
    where u.id = ${memberId} and o.id = ${caller.organizationId}`.one(tx);
  const form = title.trim() === '' ? 'a form' : `'${title.trim().slice(0, 60)}'`;
  const link = `${config.publicUrl}/form/${uniqueSurveyId}`;
  const body = `Hi ${nameInSms(name)}, ${organization} asks you to answer ${form}: ${link} Reply STOP to opt out.`;
  const sms = {
    kind: 'staff',
    organizationId: caller.organizationId,
    serviceRequestId: null,
    userId: memberId,
  } as const;
  const id = await queueOneSms(tx, { ...sms, body, senderId: caller.userId }, config.smsAutomaticPerDay);
  const message = await findMessage(tx, caller.organizationId, id);
  return message?.state === 'skipped' ? readableReason(message.reason ?? "This person doesn't get texts.") : null;
}
