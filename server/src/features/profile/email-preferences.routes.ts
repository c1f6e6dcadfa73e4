import type { StaffActor } from '../../access/actor.ts';
import { route } from '../../access/route.ts';
import type { AppContext } from '../../app-context.ts';
import { forbidden, invalidField, notFound } from '../../app-error.ts';
import { transaction } from '../../db/database.ts';
import { findUser } from '../users/users.queries.ts';
import { type PreferenceChoice, saveEmailPreferences } from './email-preferences.commands.ts';
import { findEmailPreferences } from './email-preferences.queries.ts';
import { mayReadUser } from './profile.policy.ts';

type Input = PreferenceChoice & { userId?: number | undefined };

export const emailPreferenceRoutes = [
  route('GET /v1/users/{id}/email-preferences', 'email-preference:read', async ({ app, actor, params }) => {
    await requireEmployee(app, actor, params.id);
    return findEmailPreferences(app.db, actor.organizationId, params.id);
  }),

  route('POST /v1/users/{id}/email-preferences', 'email-preference:edit', ({ app, actor, params, body, requestId }) =>
    save(app, actor, params.id, body, requestId),
  ),

  route('PUT /v1/users/{id}/email-preferences', 'email-preference:edit', ({ app, actor, params, body, requestId }) =>
    save(app, actor, params.id, body, requestId),
  ),
];

async function save(app: AppContext, actor: StaffActor, userId: number, body: Input | Input[], requestId: string) {
  await requireEmployee(app, actor, userId);
  const choices = Array.isArray(body) ? body : [body];
  if (choices.some((choice) => choice.userId !== undefined && choice.userId !== userId)) {
    throw invalidField('userId', 'Must be the person in the address.');
  }
  await transaction(app.db, (tx) => saveEmailPreferences(tx, actor, userId, choices, requestId));
  return findEmailPreferences(app.db, actor.organizationId, userId);
}

/** One's own, or an employee's for an active admin. */
async function requireEmployee(app: AppContext, actor: StaffActor, userId: number): Promise<void> {
  const verdict = mayReadUser(actor, await findUser(app.db, userId));
  if (verdict === 'forbidden') throw forbidden();
  if (verdict === 'absent') throw notFound('employee');
}
