import { takeAttempt } from '../../access/attempts.commands.ts';
import type { Visitor } from '../../access/caller.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { transaction } from '../../db/database.ts';
import { record } from '../../records/happenings/record.commands.ts';
import type { ProviderKind } from './providers.queries.ts';

export interface Refusal {
  /** Null if nothing tells whose sign-in it was. */
  organizationId: number | null;
  /** For the audit log, in a word or two. */
  reason: string;
  error: AppError;
}

/** Strangers can cause refusals, so they must not fill the log. */
const entriesAMinute = 100;

/** Refuses a sign-in, with an entry in the organization's audit log. Nothing else changes. */
export async function refuseSignIn(
  { db }: Pick<AppContext, 'db'>,
  caller: Visitor,
  { organizationId, reason, error }: Refusal,
): Promise<never> {
  if ((await takeAttempt(db, `refused sign-ins ${organizationId}`, entriesAMinute)) === 0) {
    await transaction(db, (tx) =>
      record(tx, {
        caller,
        organizationId,
        action: 'sso.refused',
        entityId: organizationId,
        detail: { reason },
      }),
    );
  }
  throw error;
}

export function signInRefused(message: string): AppError {
  return new AppError('sign_in_refused', message);
}

/** A provider that is down, slow, or answers with an error of its own. */
export function providerFailed(): AppError {
  return new AppError(
    'provider_failed',
    "Your organization's sign-in service isn't answering. Please try again in a few minutes.",
  );
}

/** Says where an address comes from: most providers send one only if their administrator chose so. */
export function missingEmail(kind: ProviderKind): AppError {
  const name = { saml: 'attribute "mail" or "email"', oidc: 'claim "email"' }[kind];
  return signInRefused(
    `Your organization's sign-in service didn't send a valid email address. Ask your administrator to add the ${name} for Kinbridge there.`,
  );
}

/** An answer that isn't what the provider would send: changed, expired, or meant for someone else. */
export function unverifiedAnswer(): AppError {
  return signInRefused(
    "We couldn't verify the answer from your organization's sign-in service. Please start again, or ask your administrator.",
  );
}
