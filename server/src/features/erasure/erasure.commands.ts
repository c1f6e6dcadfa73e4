import type { ErasureKind, ErasurePreview } from '@kinbridge/contract/erasure/erasure.contract';
import type { StaffCaller } from '../../access/caller.ts';
import { AppError, invalidField, orNotFound } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/database.ts';
import { addJob } from '../../db/jobs.commands.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { eraseOptOuts, hashPhone } from '../../records/sms/erased-opt-outs.commands.ts';
import { dropFile } from '../../records/stored-files/stored-files.commands.ts';
import { findUser } from '../../records/users/users.queries.ts';
import { lockEntries } from '../members/member-locks.commands.ts';
import { eraseAccount, eraseSight, handOver } from './erase-identity.commands.ts';
import { eraseAnswersAndFiles, eraseEmails, eraseRequests, eraseTexts } from './erase-requests.commands.ts';
import { eraseSearchesLater } from './erase-searches.commands.ts';
import { eraseCopies, findIdentity } from './erase-traces.commands.ts';
import { countErasure, type ErasureScope, findScope } from './erasure.queries.ts';

type Key = Pick<Config, 'derivationKey'>;

/** Erases what an admin confirmed by typing the member's name. */
export async function eraseConfirmed(
  tx: Tx,
  key: Key,
  caller: StaffCaller,
  { memberId, ...confirmed }: { memberId: number; name: string; kind: ErasureKind },
): Promise<ErasurePreview> {
  const scope = orNotFound(await lockScope(tx, caller.organizationId, memberId), 'member');
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
  return erase(tx, key, scope, { caller });
}

/** A row of the list of erasures. */
interface Earlier {
  organizationId: number;
  memberId: number;
  kind: ErasureKind;
  createTimestamp: string;
}

/** Erases again after a restored backup brought the member back. False if there is nothing to erase. */
export async function eraseAgain(tx: Tx, key: Key, earlier: Earlier): Promise<boolean> {
  const { organizationId, memberId, kind, createTimestamp: at } = earlier;
  // Ids are used again after a restore, so the member must be older than the erasure.
  const found = await sql<{ owner: number | null; isKnown: boolean }>`
    select coalesce((select o.id from organizations o where o.id = ${organizationId}), u.organization_id) as owner,
      exists (select from erasures e where e.organization_id = ${organizationId} and e.member_id = u.id
        and e.create_timestamp = ${at}) as "isKnown"
    from users u where u.id = ${memberId} and u.create_timestamp <= ${at}`.maybeOne(tx);
  if (!found?.owner || found.isKnown) return false;
  const scope = await lockScope(tx, found.owner, memberId, kind);
  if (scope) await erase(tx, key, scope, { caller: null, at });
  return scope !== undefined;
}

/**
 * Waits for everything that is being written about the member, which is then found, and makes what comes later wait:
 * it finds the member erased.
 */
async function lockScope(
  tx: Tx,
  organizationId: number,
  memberId: number,
  again?: ErasureKind,
): Promise<ErasureScope | undefined> {
  await lockEntries(tx, organizationId);
  const scope = await findScope(tx, organizationId, memberId, again);
  if (!scope) return undefined;
  await sql`select 1 from users where id = any(${scope.ids}::bigint[]) order by id for update`.run(tx);
  await sql`select 1 from service_requests where member_id = any(${scope.ids}::bigint[]) order by id for update`.run(
    tx,
  );
  return findScope(tx, organizationId, memberId, again);
}

/** An admin, or the list after a restore, with the time of the first erasure. */
type Cause = { caller: StaffCaller } | { caller: null; at: string };

async function erase(tx: Tx, key: Key, scope: ErasureScope, cause: Cause): Promise<ErasurePreview> {
  const counted = await countErasure(tx, scope);
  const identity = await findIdentity(tx, scope);
  await logErasure(tx, scope, cause, counted);
  await eraseTexts(tx, scope, identity.phones);
  const files = await eraseAnswersAndFiles(tx, scope);
  if (scope.kind === 'record') {
    // First the account, whose lock an email that is being queued holds.
    await eraseAccount(tx, scope);
    await eraseEmails(tx, scope, [...identity.emails, ...identity.phones]);
  }
  await eraseCopies(tx, scope, identity);
  await eraseSight(tx, scope);
  if (scope.kind === 'record') await eraseOptOuts(tx, key, identity.phones);
  else await handOver(tx, scope);
  // After the records, whose change stores what organizations saw last on their requests.
  files.push(...(await eraseRequests(tx, scope)));
  for (const file of new Set(files)) await dropFile(tx, file);
  await eraseSearchesLater(tx, key, scope, identity);
  await eraseArchivedLater(tx, key, scope, identity.phones);
  return counted;
}

async function eraseArchivedLater(
  tx: Tx,
  key: Key,
  { kind, organizationId, ids, requestIds }: ErasureScope,
  phones: string[],
): Promise<void> {
  const whole = kind === 'record';
  const phoneHashes = whole ? phones.map((phone) => hashPhone(key, phone).toString('hex')) : [];
  await addJob(tx, 'erase-archived', { ids, requestIds, organizationId: whole ? null : organizationId, phoneHashes });
}

/** In the log of every organization that sees the member or has a request about them, without a name. */
async function logErasure(
  tx: Tx,
  scope: ErasureScope,
  cause: Cause,
  { kind: _, ...counts }: ErasurePreview,
): Promise<void> {
  const { kind, organizationId, memberId, ids, requestIds } = scope;
  const { caller } = cause;
  // Merged records too, since a backup from before the merge has them on their own.
  await sql`insert into erasures (organization_id, member_id, kind, create_timestamp)
    select ${organizationId}, id, case when id = ${memberId} then ${kind} else 'record' end,
      coalesce(${'at' in cause ? cause.at : null}::timestamptz, now())
    from unnest(${ids}::bigint[]) id on conflict do nothing`.run(tx);
  const sides = await sql<{ id: number }>`
    select organization_id as id from service_requests where id = any(${requestIds}::bigint[])
    union select provider_id from service_requests where id = any(${requestIds}::bigint[]) order by 1`.many(tx);
  const organizations = [...new Set([...scope.seenBy, ...sides.map(({ id }) => id)])];
  for (const id of organizations) {
    const detail = id === organizationId ? { kind, ...counts } : { kind, organizationId };
    const isGone = kind === 'record' || id === organizationId;
    await record(tx, {
      caller,
      organizationId: id,
      action: 'member.erase',
      entityId: memberId,
      detail: caller ? detail : { ...detail, afterRestore: true },
      heard: isGone ? { erased: true } : {},
    });
  }
}
