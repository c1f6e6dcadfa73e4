import { requireSelf } from '../../access/require-self.ts';
import { signedInRoute } from '../../access/route.ts';
import { readPushAddress } from './push-address.ts';
import { findPushKey } from './push-key.commands.ts';
import { addSubscription, listSubscriptions, removeSubscription } from './subscriptions.commands.ts';

export const pushNotificationRoutes = [
  signedInRoute('GET /v1/push-key', 'security:own', async ({ app }) => {
    const { publicKey } = await findPushKey(app);
    return { publicKey };
  }),

  signedInRoute('GET /v1/users/{id}/push-subscriptions', 'security:own', ({ app, caller, params }) => {
    requireSelf(caller, params.id);
    return listSubscriptions(app.db, caller);
  }),

  signedInRoute('POST /v1/users/{id}/push-subscriptions', 'security:own', async (call) => {
    const { app, caller, params, body, once } = call;
    requireSelf(caller, params.id);
    const address = await readPushAddress(app.config, body);
    return once((tx) => addSubscription(tx, app.config, caller, { address, device: body.device }));
  }),

  signedInRoute('DELETE /v1/users/{id}/push-subscriptions/{subscriptionId}', 'security:own', async (call) => {
    requireSelf(call.caller, call.params.id);
    await removeSubscription(call.app.db, call.caller, call.params.subscriptionId);
    return undefined;
  }),
];
