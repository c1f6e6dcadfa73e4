import { signedInRoute } from '../../access/route.ts';
import { transaction } from '../../db/database.ts';
import { answerQuestion, assignQuestion, setQuestionState } from './desk.commands.ts';
import { findDeskQuestions, findDeskThread } from './desk.queries.ts';

/** The operator's side of support questions. */
export const supportDeskRoutes = [
  signedInRoute('GET /v1/operator/support', 'operator:read', async ({ app, caller, query, recordRead }) => {
    const { state, mine, page = 0, size = 25 } = query;
    const assigneeId = mine === 'true' ? caller.userId : undefined;
    await recordRead('operator.support-list', caller.userId);
    return findDeskQuestions(app.db, { state, assigneeId, page, size });
  }),

  signedInRoute('GET /v1/operator/support/{id}', 'operator:read', async ({ app, params, recordRead }) => {
    const thread = await findDeskThread(app.db, params.id);
    await recordRead('operator.support-read', params.id);
    return thread;
  }),

  signedInRoute('POST /v1/operator/support/{id}/answers', 'operator:edit', ({ caller, params, body, once }) =>
    once((tx) => answerQuestion(tx, caller, { ...params, ...body })),
  ),

  signedInRoute('PUT /v1/operator/support/{id}/assignee', 'operator:edit', ({ app, caller, params, body }) =>
    transaction(app.db, (tx) => assignQuestion(tx, caller, { ...params, ...body })),
  ),

  signedInRoute('PUT /v1/operator/support/{id}/state', 'operator:edit', ({ app, caller, params, body }) =>
    transaction(app.db, (tx) => setQuestionState(tx, caller, { ...params, ...body })),
  ),
];
