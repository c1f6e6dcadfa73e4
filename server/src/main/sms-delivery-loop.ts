import type { AppContext } from '../app-context.ts';
import { EventListener } from '../db/event-listener.ts';
import { isConnectionLost } from '../db/lost-connection.ts';
import { describeError } from '../log.ts';
import { listenerOptions, textsQueued } from '../records/events/events.commands.ts';
import { deliverSms } from '../records/sms/sms-delivery.commands.ts';

/** Picks up retries, scheduled texts, and notifications missed while not listening. */
const lookEveryMs = 2_000;

/** Delivers texts as soon as a process queues them, until this process shuts down. */
export async function startSmsDelivery(app: AppContext, stopping: AbortSignal) {
  let running: Promise<void> | null = null;
  let again = false;
  const look = () => {
    if (stopping.aborted) return;
    again = running !== null;
    running ??= deliverSms(app, stopping)
      .catch((error: unknown) => {
        if (!isConnectionLost(error)) app.log.warn({ error: describeError(error) }, 'texts could not be delivered');
      })
      .finally(() => {
        running = null;
        if (again) look();
      });
  };
  const listener = new EventListener(listenerOptions(app), ({ event }) => {
    if (event === textsQueued || event === 'resync') look();
  });
  await listener.open();
  const timer = setInterval(look, lookEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      await listener.close();
      await running;
    },
  };
}
