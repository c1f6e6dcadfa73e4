import { publicRoute } from '../../access/route.ts';
import { performAct, readAct } from './acts.commands.ts';

export const actRoutes = [
  publicRoute('GET /v1/acts/{token}', ({ app, caller, params }) => readAct(app, caller, params.token)),

  publicRoute('POST /v1/acts/{token}', ({ app, caller, params, body }) => performAct(app, caller, params.token, body)),
];
