import { organizationRoute } from '../../access/route.ts';
import { transaction } from '../../db/database.ts';
import { changeSignInRules, findSignInRules } from './sign-in-rules.commands.ts';

export const signInRuleRoutes = [
  organizationRoute('GET /v1/organizations/{id}/sign-in', 'organization:edit', 'params.id', ({ app, params }) =>
    findSignInRules(app.db, params.id),
  ),

  organizationRoute('PUT /v1/organizations/{id}/sign-in', 'organization:edit', 'params.id', ({ app, caller, body }) =>
    transaction(app.db, (tx) => changeSignInRules(tx, caller, body)),
  ),
];
