import type { MemberFile } from '@kinbridge/contract/member-files/member-files.contract';
import { isActiveAdmin, type StaffCaller } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { forbidden, notFound } from '../../app-error.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { dropFile, insertFile, type StoredFile } from '../../records/stored-files/stored-files.commands.ts';
import { holdMember, seesMember } from '../members/members.queries.ts';
import { findMemberFile, findMemberFilesById } from './member-files.queries.ts';

/** Adds files to a member, visible only to the acting organization and the member. */
export async function addMemberFiles(
  tx: Tx,
  caller: StaffCaller,
  memberId: number,
  files: StoredFile[],
): Promise<{ documents: MemberFile[] }> {
  // Checks access again, since the upload may have taken a while.
  await holdMember(tx, caller.organizationId, memberId);
  const ids: number[] = [];
  for (const file of files) {
    const fileId = await insertFile(tx, file);
    const { id } = await sql<{ id: number }>`
      insert into member_documents (member_id, organization_id, file_id, created_by)
      values (${memberId}, ${caller.organizationId}, ${fileId}, ${caller.userId}) returning id`.one(tx);
    ids.push(id);
  }
  await record(tx, {
    caller,
    action: 'document.create',
    entityId: memberId,
    detail: { documentIds: ids },
  });
  return { documents: await findMemberFilesById(tx, ids) };
}

/** Deletes the bytes too: a file on the wrong person's page must not be kept. */
export async function deleteMemberFile(
  app: AppContext,
  caller: StaffCaller,
  memberId: number,
  id: number,
): Promise<void> {
  await transaction(app.db, async (tx) => {
    const seen = await seesMember(tx, caller.organizationId, memberId);
    const file = seen
      ? await findMemberFile(tx, { memberId, organizationId: caller.organizationId, id }, true)
      : undefined;
    if (!file) throw notFound('file');
    if (file.created_by !== caller.userId && !isActiveAdmin(caller)) throw forbidden();
    await sql`delete from member_documents where id = ${id}`.run(tx);
    await dropFile(tx, file.file_id);
    await record(tx, {
      caller,
      action: 'document.delete',
      entityId: memberId,
      detail: { documentId: id },
    });
  });
}
