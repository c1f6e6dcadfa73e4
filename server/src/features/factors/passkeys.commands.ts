import { randomBytes } from 'node:crypto';
import type { Passkey } from '@kinbridge/contract/factors/passkeys.contract';
import type { Caller, Visitor } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { type AppError, invalidField } from '../../app-error.ts';
import { type Executor, type Tx, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { keepBreakGlass } from '../sign-in-rules/only-single-sign-on.queries.ts';
import { auditRefused, type CodeOwner } from './code-attempts.commands.ts';
import {
  findPasskey,
  type ListedPasskey,
  listDescriptors,
  listedColumns,
  type PasskeyRow,
  toPasskey,
} from './passkeys.queries.ts';
import {
  challengeOf,
  credentialOf,
  type NewPasskey,
  passkeyAlgorithms,
  readNewPasskey,
  readSignature,
  relyingPartyId,
  userHandleOf,
} from './webauthn.ts';

/** In milliseconds, as long as a challenge lives. */
const timeout = 300_000;

/** Options for a new passkey of the person with this address, in a browser that reached us at this host. */
export async function newPasskeyOptions(app: AppContext, userId: number, email: string, host: string | undefined) {
  const challenge = await createChallenge(app.db, { purpose: 'add', userId });
  return {
    challenge: challenge.toString('base64url'),
    rp: { id: relyingPartyId(app.config, host), name: 'Kinbridge' },
    user: { id: userHandleOf(userId), name: email, displayName: email },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout,
    attestation: 'none' as const,
    excludeCredentials: await listDescriptors(app.db, userId),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  };
}

/** Options to use a passkey: any of this site's, or one of a known person's. */
export async function passkeyOptions(app: AppContext, use: ChallengeUse, host: string | undefined) {
  const challenge = await createChallenge(app.db, use);
  return {
    challenge: challenge.toString('base64url'),
    rpId: relyingPartyId(app.config, host),
    timeout,
    userVerification: 'required' as const,
    ...(use.userId !== null && { allowCredentials: await listDescriptors(app.db, use.userId) }),
  };
}

/** Adds the passkey that a browser made for options of ours. */
export async function addPasskey(
  app: AppContext,
  caller: Caller,
  email: string,
  { name, response }: { name: string; response: unknown },
): Promise<Passkey> {
  const challenge = await useChallenge(app.db, { purpose: 'add', userId: caller.userId }, response);
  const made = challenge && (await readNewPasskey(app.config, challenge, response));
  const added = made && (await transaction(app.db, (tx) => insertPasskey(tx, caller, email, { ...made, name })));
  if (added) return added;
  await auditRefused(app.db, caller, 'passkey.refused', { purpose: 'add' });
  throw refusedPasskey();
}

export function refusedPasskey(): AppError {
  return invalidField('response', "We couldn't use this passkey. Please try again.");
}

/** Null if the credential id is taken. */
async function insertPasskey(
  tx: Tx,
  caller: Caller,
  email: string,
  passkey: NewPasskey & { name: string },
): Promise<Passkey | null> {
  const { credentialId, publicKey, counter, transports, name } = passkey;
  const added = await sql<ListedPasskey>`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, name)
    values (${caller.userId}, ${credentialId}, ${publicKey}, ${counter}, ${transports}::text[], ${name})
    on conflict (credential_id) do nothing
    returning ${listedColumns}`.maybeOne(tx);
  if (!added) return null;
  await record(tx, {
    caller,
    action: 'passkey.added',
    ...about(caller, added.id),
    emails: [{ kind: 'passkey-added', userId: caller.userId, to: email }],
  });
  return toPasskey(added);
}

/** False if the caller has no passkey with this id. */
export function removePasskey(app: AppContext, caller: Caller, email: string, id: number): Promise<boolean> {
  return transaction(app.db, async (tx) => {
    const removed =
      await sql`delete from passkeys where id = ${id} and user_id = ${caller.userId} returning 1`.maybeOne(tx);
    if (!removed) return false;
    await keepBreakGlass(tx, caller.userId);
    await record(tx, {
      caller,
      action: 'passkey.removed',
      ...about(caller, id),
      emails: [{ kind: 'passkey-removed', userId: caller.userId, to: email }],
    });
    return true;
  });
}

function about({ userId }: Caller, passkeyId: number) {
  return { entityType: 'user', entityId: userId, detail: { passkeyId } };
}

/**
 * The person whose passkey signed a challenge for this use; null if anything is wrong. Anyone's passkey may begin a
 * sign-in; `owner` is the person where it must be theirs.
 */
export async function usePasskey(
  app: AppContext,
  { requestId }: Caller | Visitor,
  response: unknown,
  { owner, ...use }: ChallengeUse & { owner: Omit<CodeOwner, 'requestId'> | null },
): Promise<number | null> {
  const challenge = await useChallenge(app.db, use, response);
  const credential = credentialOf(response);
  const passkey = credential ? await findPasskey(app.db, credential.credentialId) : undefined;
  const isTheirs =
    passkey !== undefined &&
    (owner === null || owner.userId === passkey.user_id) &&
    (credential?.userHandle === null || credential?.userHandle === userHandleOf(passkey.user_id));
  if (challenge && isTheirs && (await countUse(app, challenge, response, passkey))) return passkey.user_id;
  const about = owner ?? (passkey && { userId: passkey.user_id, organizationId: passkey.organization_id });
  if (about) await auditRefused(app.db, { ...about, requestId }, 'passkey.refused', { purpose: use.purpose });
  return null;
}

/** Keeps the counter, which a copied passkey would repeat. False if the signature or the counter is wrong. */
async function countUse(app: AppContext, challenge: Buffer, response: unknown, passkey: PasskeyRow): Promise<boolean> {
  const counter = await readSignature(app.config, challenge, response, passkey);
  if (counter === null) return false;
  const kept = await sql`update passkeys set counter = ${counter}, last_used_timestamp = now()
    where id = ${passkey.id} and counter = ${passkey.counter} returning 1`.maybeOne(app.db);
  return kept !== undefined;
}

/** What a challenge is for, and whose; a sign-in by passkey alone begins without a person. */
interface ChallengeUse {
  purpose: 'sign-in' | 'second-factor' | 'add';
  userId: number | null;
}

/** A challenge that can be used once within five minutes. */
async function createChallenge(db: Executor, { purpose, userId }: ChallengeUse): Promise<Buffer> {
  const challenge = randomBytes(32);
  await sql`insert into passkey_challenges (challenge, purpose, user_id, expires_timestamp)
    values (${challenge}, ${purpose}, ${userId}, now() + interval '5 minutes')`.run(db);
  return challenge;
}

/** Uses up the challenge that a response names, whatever the response is worth. Null if it isn't for this use. */
async function useChallenge(
  db: Executor,
  { purpose, userId }: ChallengeUse,
  response: unknown,
): Promise<Buffer | null> {
  const challenge = challengeOf(response);
  if (!challenge) return null;
  const used = await sql`delete from passkey_challenges where challenge = ${challenge} and purpose = ${purpose}
    and user_id is not distinct from ${userId}::bigint and expires_timestamp > now() returning 1`.maybeOne(db);
  return used ? challenge : null;
}
