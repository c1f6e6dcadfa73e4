import { signedInRoute } from '../../access/route.ts';
import { askSupport } from './support.commands.ts';

export const supportRoutes = [
  signedInRoute('POST /v1/support', 'support:ask', ({ app, actor, body, once, requestId }) =>
    once((tx) => askSupport(tx, actor, body, app.supportChat.configured, requestId)),
  ),
];
