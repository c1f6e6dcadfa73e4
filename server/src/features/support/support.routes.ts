import { signedInRoute } from '../../access/route.ts';
import { askSupport } from './support.commands.ts';

export const supportRoutes = [
  signedInRoute('POST /v1/support', 'support:ask', ({ app, caller, body, once }) =>
    once((tx) => askSupport(tx, caller, body, app.supportChat.configured)),
  ),
];
