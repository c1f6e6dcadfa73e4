import { type ReceivedFile, route, signedInRoute } from '../../access/route.ts';
import { emptyFile, notFound } from '../../app-error.ts';
import { fileKindOf, plainFileName } from '../../records/stored-files/file-kind.ts';
import { allStoredWhile, answerFile, type FileContent } from '../../records/stored-files/stored-files.commands.ts';
import { requireMember, requireReader } from '../members/member-access.ts';
import { addMemberFiles, deleteMemberFile } from './member-files.commands.ts';
import { findMemberFile, findMemberFiles } from './member-files.queries.ts';

export const memberFileRoutes = [
  signedInRoute(
    'GET /v1/users/{userId}/documents',
    'member-files:read',
    async ({ app, caller, params, recordRead }) => {
      const reader = await requireReader(app.db, caller, params.userId);
      await recordRead('document.list', params.userId);
      return findMemberFiles(app.db, params.userId, reader);
    },
  ),

  route('POST /v1/users/{userId}/documents', 'member-files:add', async ({ app, caller, params, files, once }) => {
    await requireMember(app.db, caller.organizationId, params.userId);
    return allStoredWhile(app, contentsOf(files), async (stored) => {
      const hashes = stored.map((file) => file.fileName + file.sha256.toString('hex')).join();
      const work = once((tx) => addMemberFiles(tx, caller, params.userId, stored), hashes);
      return (await work).documents;
    });
  }),

  signedInRoute(
    'GET /v1/users/{userId}/documents/{id}',
    'member-files:read',
    async ({ app, caller, params, recordRead }) => {
      const organizationId = await requireReader(app.db, caller, params.userId);
      const file = await findMemberFile(app.db, { memberId: params.userId, organizationId, id: params.id });
      if (!file) throw notFound('file');
      await recordRead('document.read', params.userId, { documentId: params.id });
      return answerFile(app, file);
    },
  ),

  route('DELETE /v1/users/{userId}/documents/{id}', 'member-files:add', async ({ app, caller, params }) => {
    await deleteMemberFile(app, caller, params.userId, params.id);
    return undefined;
  }),
];

/** Accepts any type, but no empty files. */
async function* contentsOf(files: AsyncIterable<ReceivedFile>): AsyncGenerator<FileContent> {
  for await (const file of files) {
    const { fileName, bytes, scan } = await file.scanned();
    const { contentType, extension } = fileKindOf(bytes);
    const name = plainFileName(fileName, extension);
    if (bytes.length === 0) throw emptyFile('files', name);
    yield { bytes, contentType, fileName: name, scan };
  }
}
