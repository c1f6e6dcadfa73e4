import type { StaffCaller } from '../../access/caller.ts';
import { route } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { forbidden, invalidField, notFound } from '../../app-error.ts';
import { transaction } from '../../db/database.ts';
import { findUser } from '../../records/users/users.queries.ts';
import { findEmailPreferences, type PreferenceChoice, saveEmailPreferences } from './email-preferences.commands.ts';
import { mayReadUser } from './profile.policy.ts';

type Input = PreferenceChoice & { userId?: number | undefined };

export const emailPreferenceRoutes = [
  route('GET /v1/users/{id}/email-preferences', 'email-preference:read', async ({ app, caller, params }) => {
    await requireEmployee(app, caller, params.id);
    return findEmailPreferences(app.db, caller.organizationId, params.id);
  }),

  route('POST /v1/users/{id}/email-preferences', 'email-preference:edit', ({ app, caller, params, body }) =>
    save(app, caller, params.id, body),
  ),

  route('PUT /v1/users/{id}/email-preferences', 'email-preference:edit', ({ app, caller, params, body }) =>
    save(app, caller, params.id, body),
  ),
];

async function save(app: AppContext, caller: StaffCaller, userId: number, body: Input | Input[]) {
  await requireEmployee(app, caller, userId);
  const choices = Array.isArray(body) ? body : [body];
  if (choices.some((choice) => choice.userId !== undefined && choice.userId !== userId)) {
    throw invalidField('userId', 'Must be the person in the address.');
  }
  await transaction(app.db, (tx) => saveEmailPreferences(tx, caller, userId, choices));
  return findEmailPreferences(app.db, caller.organizationId, userId);
}

/** One's own, or an employee's for an active admin. */
async function requireEmployee(app: AppContext, caller: StaffCaller, userId: number): Promise<void> {
  const verdict = mayReadUser(caller, await findUser(app.db, userId));
  if (verdict === 'forbidden') throw forbidden();
  if (verdict === 'absent') throw notFound('employee');
}
