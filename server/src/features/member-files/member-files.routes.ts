import { type Actor, isActiveStaff } from '../../access/actor.ts';
import { type ReceivedFile, route, signedInRoute } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { forbidden, invalidField, notFound } from '../../app-error.ts';
import { auditRead } from '../audit/audit-reads.ts';
import { seesMember } from '../members/members.queries.ts';
import { fileKindOf, plainFileName } from '../stored-files/file-kind.ts';
import { allStoredWhile, answerFile, type FileContent } from '../stored-files/stored-files.commands.ts';
import { addMemberFiles, deleteMemberFile } from './member-files.commands.ts';
import { findMemberFile, findMemberFiles } from './member-files.queries.ts';

export const memberFileRoutes = [
  signedInRoute(
    'GET /v1/users/{userId}/documents',
    'member-documents:read',
    async ({ app, actor, params, requestId }) => {
      const owner = await readableFor(app, actor, params.userId);
      const entry = { action: 'document.list', entityType: 'user', entityId: params.userId };
      await auditRead(app.db, { actor, requestId, organizationId: actor.organizationId, ...entry });
      return findMemberFiles(app.db, params.userId, owner);
    },
  ),

  route(
    'POST /v1/users/{userId}/documents',
    'member-documents:add',
    async ({ app, actor, params, files, once, requestId }) => {
      if (!(await seesMember(app.db, actor.organizationId, params.userId))) throw notFound('member');
      return allStoredWhile(app, contentsOf(files), async (stored) => {
        const hashes = stored.map((file) => file.fileName + file.sha256.toString('hex')).join();
        const work = once((tx) => addMemberFiles(tx, actor, params.userId, stored, requestId), hashes);
        return (await work).documents;
      });
    },
  ),

  signedInRoute(
    'GET /v1/users/{userId}/documents/{id}',
    'member-documents:read',
    async ({ app, actor, params, requestId }) => {
      const owner = await readableFor(app, actor, params.userId);
      const file = await findMemberFile(app.db, params.userId, owner, params.id);
      if (!file) throw notFound('file');
      const detail = { documentId: params.id };
      const entry = { action: 'document.read', entityType: 'user', entityId: params.userId, detail };
      await auditRead(app.db, { actor, requestId, organizationId: actor.organizationId, ...entry });
      return answerFile(app, file);
    },
  ),

  route(
    'DELETE /v1/users/{userId}/documents/{id}',
    'member-documents:add',
    async ({ app, actor, params, requestId }) => {
      await deleteMemberFile(app, actor, params.userId, params.id, requestId);
      return undefined;
    },
  ),
];

/** Which files of this member the caller may read: those of an organization, or all (null) for the member. */
async function readableFor(app: AppContext, actor: Actor, memberId: number): Promise<number | null> {
  if (actor.userId === memberId && actor.userType === 'PATIENT') return null;
  if (!isActiveStaff(actor)) throw forbidden();
  if (!(await seesMember(app.db, actor.organizationId, memberId))) throw notFound('member');
  return actor.organizationId;
}

/** Accepts any type, but no empty files. */
async function* contentsOf(files: AsyncIterable<ReceivedFile>): AsyncGenerator<FileContent> {
  for await (const { fileName, bytes } of files) {
    const { contentType, extension } = fileKindOf(bytes);
    const name = plainFileName(fileName, extension);
    if (bytes.length === 0) throw invalidField('files', `The file "${name}" is empty. Please choose another.`);
    yield { bytes, contentType, fileName: name };
  }
}
