import { commandCaller } from '../../access/caller.ts';
import { type Database, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { record } from '../../records/happenings/record.commands.ts';
import { removeFactors } from '../factors/remove-factors.commands.ts';
import { allowPasswords } from '../sign-in-rules/sign-in-rules.commands.ts';

/** What an operator does for people who can't get in any more: who lost their factors, or whose provider is down. */
export type Recovery = { decision: 'reset-factors'; email: string } | { decision: 'allow-passwords'; id: number };

/** Carries it out, audited in the organization's log and the operators'. The sentence is for the terminal. */
export function recover(db: Database, recovery: Recovery): Promise<{ done: boolean; sentence: string }> {
  return recovery.decision === 'reset-factors' ? resetFactorsOf(db, recovery.email) : allowPasswordsOf(db, recovery.id);
}

/** Also for the break-glass admin, who then signs in with the password alone and sets up a new factor. */
async function resetFactorsOf(db: Database, email: string) {
  return transaction(db, async (tx) => {
    const person = await sql<{ id: number; organizationId: number | null; email: string }>`
      select u.id, u.organization_id as "organizationId", l.email from logins l join users u on u.id = l.user_id
      where l.email = ${email.trim().toLowerCase()} and l.verified_timestamp is not null`.maybeOne(tx);
    if (!person) return { done: false, sentence: 'Nobody signs in with that email address.' };
    const removed = await removeFactors(tx, null, person);
    if (removed) await record(tx, { caller: commandCaller, action: 'user.factors-reset', entityId: person.id });
    return {
      done: true,
      sentence: removed
        ? `Person ${person.id} signs in without a second factor now. They are told by email.`
        : `Person ${person.id} has no second factor. Nothing changed.`,
    };
  });
}

async function allowPasswordsOf(db: Database, id: number) {
  const outcome = await transaction(db, async (tx) => {
    const allowed = await allowPasswords(tx, id);
    if (allowed === 'changed')
      await record(tx, { caller: commandCaller, action: 'organization.allow-passwords', entityId: id });
    return allowed;
  });
  const sentences = {
    absent: `There is no organization ${id}.`,
    unchanged: `Organization ${id} allows passwords already. Nothing changed.`,
    changed: `Staff of organization ${id} can sign in with a password or passkey now.`,
  };
  return { done: outcome !== 'absent', sentence: sentences[outcome] };
}
