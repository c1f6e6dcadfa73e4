import { z } from 'zod';
import { defineCalls } from '../shared/call.ts';
import { id } from '../shared/fields.ts';
import { maxIdleMinutes, minIdleMinutes } from './idle-minutes.ts';

const idleMessage = `Must be ${minIdleMinutes} to ${maxIdleMinutes} minutes.`;

export const idleMinutes = z
  .int({ error: idleMessage })
  .min(minIdleMinutes, idleMessage)
  .max(maxIdleMinutes, idleMessage)
  .nullable();

const rules = {
  /** Staff without a second factor may only set one up. */
  requireSecondFactor: z.boolean(),
  /** People who come through the organization's own provider need no second factor of ours. */
  singleSignOnIsSecondFactor: z.boolean(),
  /** Unused sessions end after this time; null means never. */
  idleMinutes,
  /** Staff can't sign in with a password or a passkey. */
  onlySingleSignOn: z.boolean(),
  /** The admin whose password works while the identity provider is down. */
  breakGlassUserId: id.nullable(),
  /** The status of people who come by single sign-on for the first time. */
  newPeople: z.enum(['PENDING', 'ACTIVE']),
};

const signInRules = z.strictObject(rules).meta({ id: 'SignInRules' });

export type SignInRules = z.infer<typeof signInRules>;

export const signInRuleCalls = defineCalls('Sign-in rules', {
  'GET /v1/organizations/{id}/sign-in': {
    summary: "The organization's rules for how its staff sign in.",
    answers: signInRules,
  },
  'PUT /v1/organizations/{id}/sign-in': {
    summary:
      'Changes the rules; a field that is left out stays. "Only single sign-on" needs an admin who came by it in the last hour.',
    body: z.strictObject(rules).partial(),
    needsProof: true,
    answers: signInRules,
    errors: [409],
  },
});
