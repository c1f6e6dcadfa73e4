import type { Comment, newComment } from '@kinbridge/contract/service-requests/service-requests.contract';
import type { z } from 'zod';
import type { StaffCaller } from '../../access/caller.ts';
import { AppError, invalidField, notFound } from '../../app-error.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { notify, notifyRequestSql } from '../../records/events/events.commands.ts';
import { record } from '../../records/happenings/record.commands.ts';
import type { RequestSide } from '../../records/service-requests/request-people.queries.ts';
import { insertFile, type StoredFile } from '../../records/stored-files/stored-files.commands.ts';
import { findClosedAmong } from '../organizations/approval.queries.ts';
import { findComment } from './comments.queries.ts';
import { emailOtherSide } from './request-messages.commands.ts';
import { providerActed } from './response-clock.queries.ts';
import { erasedRequest, type LockedRequest, lockRequests } from './service-requests.queries.ts';

/** Adds a comment with text, a file, or both; both organizations can read it. */
export async function addComment(
  tx: Tx,
  caller: StaffCaller,
  input: z.output<typeof newComment>,
  file: StoredFile | null,
): Promise<Comment> {
  const [request] = await lockRequests(tx, caller.organizationId, [input.serviceRequestId]);
  if (!request) throw notFound('service request');
  const closed = await findClosedAmong(tx, [request.organization_id, request.provider_id]);
  if (closed !== null) {
    throw new AppError(
      'conflict',
      `${closed} is no longer on Kinbridge, so you can't comment. You can still cancel the request.`,
    );
  }
  if (request.is_erased) throw erasedRequest();
  if (input.content === '' && !file) throw invalidField('content', 'Write a comment or attach a file.');
  const fileId = file ? await insertFile(tx, file) : null;
  const { id } = await sql<{ id: number }>`
    insert into notes (service_request_id, content, file_id, created_by, organization_id)
    values (${request.id}, ${input.content}, ${fileId}, ${caller.userId}, ${caller.organizationId}) returning id`.one(
    tx,
  );
  const side = await turnQuestions(tx, caller, request);
  await record(tx, {
    caller,
    action: 'note.create',
    entityId: request.id,
    detail: { noteId: id },
  });
  await emailOtherSide(tx, { requestId: request.id, side, authorId: caller.userId });
  const organizations = [request.organization_id, request.provider_id];
  await notify(tx, [{ event: 'note', organizations, data: { id, serviceRequestId: request.id } }]);
  const comment = await findComment(tx, id);
  if (!comment) throw notFound('comment');
  return comment;
}

/**
 * A comment answers the other side's last one, and waits for its answer. Within one organization, the person who sent the
 * request comments as its sender. Returns the side that reads the comment.
 */
async function turnQuestions(tx: Tx, caller: StaffCaller, request: LockedRequest): Promise<RequestSide> {
  const { organizationId, userId } = caller;
  const provides = request.provider_id === organizationId;
  const { sends } = await sql<{ sends: boolean }>`
    with turned as (
      update service_requests set
        sender_question_timestamp = case when not sends then now() end,
        provider_question_timestamp = case when sends then now() end
        ${provides ? sql`, ${providerActed}` : sql``}
      from (select t.id as sent_id, t.organization_id = ${organizationId}
          and (t.provider_id <> t.organization_id or t.created_by is not distinct from ${userId}) as sends
        from service_requests t) sender
      where sent_id = id and id = ${request.id} returning id, organization_id, provider_id, status, version, sends
    )
    select sends, ${notifyRequestSql('turned')} from turned`.one(tx);
  return sends ? 'providing' : 'sending';
}
