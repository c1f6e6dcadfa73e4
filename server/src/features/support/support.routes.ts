import { signedInRoute } from '../../access/route.ts';
import { askSupport, markAnswersRead, replyToAnswer } from './support.commands.ts';
import { findOwnQuestions, findOwnThread } from './support.queries.ts';

export const supportRoutes = [
  signedInRoute('POST /v1/support', 'support:ask', ({ app, caller, body, once }) =>
    once((tx) => askSupport(tx, caller, body, app.supportChat.configured)),
  ),

  signedInRoute('GET /v1/support', 'support:read', ({ app, caller, query: { unread, page = 0, size = 20 } }) =>
    findOwnQuestions(app.db, caller.userId, { unread: unread === 'true', page, size }),
  ),

  signedInRoute('GET /v1/support/{id}', 'support:read', ({ app, caller, params }) =>
    findOwnThread(app.db, caller.userId, params.id),
  ),

  signedInRoute('POST /v1/support/{id}/read', 'support:read', ({ app, caller, params }) =>
    markAnswersRead(app.db, caller.userId, params.id),
  ),

  signedInRoute('POST /v1/support/{id}/replies', 'support:ask', ({ caller, params, body, once }) =>
    once((tx) => replyToAnswer(tx, caller, params.id, body.body)),
  ),
];
