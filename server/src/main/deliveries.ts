import type { AppContext } from '../app-context.ts';
import { EventListener } from '../db/event-listener.ts';
import { isConnectionLost } from '../db/lost-connection.ts';
import { sendNotices } from '../features/push-notifications/send-notices.ts';
import { describeError } from '../log.ts';
import { listenerOptions, textsQueued } from '../records/events/events.commands.ts';
import { deliverSms } from '../records/sms/sms-delivery.commands.ts';

/** Picks up retries, scheduled texts, and notifications missed while not listening. */
const lookEveryMs = 2_000;
/** What needs someone only because time passed is found this often. */
const everyoneEveryMs = 60_000;

/** Delivers texts and notices as soon as a process queues them, until this process shuts down. */
export async function startDeliveries(app: AppContext, stopping: AbortSignal) {
  let changed: Set<number> | null = null;
  const takeChanged = () => {
    const taken = changed && [...changed];
    changed = new Set();
    return taken;
  };
  const texts = oneAtATime(app, stopping, 'texts could not be delivered', () => deliverSms(app, stopping));
  const notices = oneAtATime(app, stopping, 'notices could not be delivered', () =>
    sendNotices(app, takeChanged, stopping),
  );
  const listener = new EventListener(listenerOptions(app), ({ event, organizations }) => {
    for (const id of organizations) changed?.add(id);
    if (event === 'resync') changed = null;
    if (event === textsQueued || event === 'resync') texts.look();
  });
  await listener.open();
  const timers = [
    setInterval(texts.look, lookEveryMs),
    setInterval(notices.look, lookEveryMs),
    setInterval(() => {
      changed = null;
    }, everyoneEveryMs),
  ];
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await listener.close();
      await Promise.all([texts.done(), notices.done()]);
    },
  };
}

/** Runs the work when told to look, and once more if told while it runs. */
function oneAtATime(app: AppContext, stopping: AbortSignal, failure: string, work: () => Promise<void>) {
  let running: Promise<void> | null = null;
  let again = false;
  const look = () => {
    if (stopping.aborted) return;
    again = running !== null;
    running ??= work()
      .catch((error: unknown) => {
        if (!isConnectionLost(error)) app.log.warn({ error: describeError(error) }, failure);
      })
      .finally(() => {
        running = null;
        if (again) look();
      });
  };
  return { look, done: async () => running };
}
