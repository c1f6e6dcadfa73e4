import type { ErasureKind, ErasurePreview } from '@kinbridge/contract/erasure/erasure.contract';
import type { StaffCaller } from '../../access/caller.ts';
import { AppError, invalidField, notFound } from '../../app-error.ts';
import type { Tx } from '../../db/database.ts';
import { addJob } from '../../db/jobs.commands.ts';
import { sql } from '../../db/sql.ts';
import { audit } from '../audit/audit.commands.ts';
import { notify } from '../events/events.commands.ts';
import { lockEntries } from '../members/members.commands.ts';
import { dropFile } from '../stored-files/stored-files.commands.ts';
import { findUser } from '../users/users.queries.ts';
import { eraseAnswersAndFiles } from './erase-answers.commands.ts';
import { eraseAccount, eraseSight, handOver } from './erase-identity.commands.ts';
import { eraseRequests } from './erase-requests.commands.ts';
import { eraseEmails, eraseOptOuts, eraseTexts } from './erase-texts.commands.ts';
import { eraseCopies, eraseSearches, findIdentity } from './erase-traces.commands.ts';
import { countErasure, type ErasureScope, findScope } from './erasure.queries.ts';

/** Erases what an admin confirmed by typing the member's name. */
export async function eraseConfirmed(
  tx: Tx,
  caller: StaffCaller,
  memberId: number,
  confirmed: { name: string; kind: ErasureKind },
): Promise<ErasurePreview> {
  const scope = await lockScope(tx, caller.organizationId, memberId);
  if (!scope) throw notFound('member');
  const member = await findUser(tx, memberId, { organizationId: caller.organizationId, isAdmin: true });
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();
  if (plain(confirmed.name) !== plain(`${member?.firstName} ${member?.lastName}`)) {
    throw invalidField('name', "Type the member's first and last name as shown.");
  }
  if (confirmed.kind !== scope.kind) {
    throw new AppError(
      'conflict',
      scope.kind === 'part'
        ? 'Another organization sees this member now. Review what would be erased again.'
        : 'No other organization sees this member anymore. Review what would be erased again.',
    );
  }
  return erase(tx, scope, caller);
}

/** Erases again after a restored backup brought the member back. Does nothing if there is nothing to erase. */
export async function eraseAgain(tx: Tx, organizationId: number, memberId: number): Promise<boolean> {
  const scope = await lockScope(tx, organizationId, memberId);
  if (scope) await erase(tx, scope, null);
  return scope !== undefined;
}

/**
 * Waits for everything that is being written about the member, which is then found, and makes what comes later wait:
 * it finds the member erased.
 */
async function lockScope(tx: Tx, organizationId: number, memberId: number): Promise<ErasureScope | undefined> {
  await lockEntries(tx, organizationId);
  const scope = await findScope(tx, organizationId, memberId);
  if (!scope) return undefined;
  await sql`select 1 from users where id = any(${scope.ids}::bigint[]) order by id for update`.run(tx);
  await sql`select 1 from service_requests where member_id = any(${scope.ids}::bigint[]) order by id for update`.run(
    tx,
  );
  return findScope(tx, organizationId, memberId);
}

async function erase(tx: Tx, scope: ErasureScope, caller: StaffCaller | null): Promise<ErasurePreview> {
  const counted = await countErasure(tx, scope);
  const identity = await findIdentity(tx, scope);
  await logErasure(tx, scope, caller, counted);
  await eraseTexts(tx, scope, identity.phones);
  const files = await eraseAnswersAndFiles(tx, scope);
  if (scope.kind === 'record') {
    // First the account, whose lock an email that is being queued holds.
    await eraseAccount(tx, scope);
    await eraseEmails(tx, scope, [...identity.emails, ...identity.phones]);
  }
  await eraseSearches(tx, scope, identity);
  await eraseCopies(tx, scope, identity);
  await eraseSight(tx, scope);
  if (scope.kind === 'record') await eraseOptOuts(tx, identity.phones);
  else await handOver(tx, scope);
  // After the records, whose change stores what organizations saw last on their requests.
  files.push(...(await eraseRequests(tx, scope)));
  for (const file of new Set(files)) await dropFile(tx, file);
  return counted;
}

/** In the log of every organization that sees the member or has a request about them, without a name. */
async function logErasure(
  tx: Tx,
  scope: ErasureScope,
  caller: StaffCaller | null,
  { kind: _, ...counts }: ErasurePreview,
): Promise<void> {
  const { kind, organizationId, memberId, ids, requestIds } = scope;
  await sql`insert into erasures (organization_id, member_id, kind) values (${organizationId}, ${memberId}, ${kind})`.run(
    tx,
  );
  const sides = await sql<{ id: number }>`
    select organization_id as id from service_requests where id = any(${requestIds}::bigint[])
    union select provider_id from service_requests where id = any(${requestIds}::bigint[]) order by 1`.many(tx);
  const organizations = [...new Set([...scope.seenBy, ...sides.map(({ id }) => id)])];
  for (const id of organizations) {
    const detail = id === organizationId ? { kind, ...counts } : { kind, organizationId };
    await audit(tx, {
      caller,
      organizationId: id,
      action: 'member.erase',
      entityType: 'user',
      entityId: memberId,
      detail: caller ? detail : { ...detail, afterRestore: true },
    });
  }
  const erasedFor = kind === 'record' ? organizations : [organizationId];
  await notify(tx, [
    { event: 'member', organizations: erasedFor, data: { id: memberId, erased: true } },
    { event: 'member', organizations: organizations.filter((id) => !erasedFor.includes(id)), data: { id: memberId } },
  ]);
  const archived = { ids, requestIds, organizationId: kind === 'record' ? null : organizationId };
  await addJob(tx, 'erase-archived', archived);
  await addJob(tx, 'erase-searches', { kind, organizationId, ids }, { afterSeconds: 150 });
}
