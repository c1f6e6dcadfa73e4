import type { AppContext } from '../../app-context.ts';
import { DocumentRefused } from '../../document-bounds.ts';
import { FairTurns, type Lane } from '../../fair-turns.ts';
import { TimedThreads } from '../../threads.ts';
import type { SamlResults, SamlTask } from './saml-tasks.ts';

const patienceMs = 5_000;

/**
 * A document within the bounds can take a second, and anyone can send it. Each address has a line of its own, so those
 * who send the worst ones wait for each other, and everyone else for one of them.
 */
const turns = new FairTurns({
  atOnce: 2,
  waitingPerForm: 30,
  waitingPerOrganization: 300,
  patienceMs,
  busy: 'Many people are signing in at your organization right now. Please try again in a moment.',
});
const threads = new TimedThreads('saml-thread', { limitMs: 1_000, patienceMs, memoryMb: 128 });

type TaskOf<Kind extends SamlTask['do']> = Omit<Extract<SamlTask, { do: Kind }>, 'do' | 'network'>;

/** Does work on an organization's documents in a thread that is ended after a second. Throws the reason if it fails. */
export async function inSamlThread<Kind extends SamlTask['do']>(
  { config }: AppContext,
  lane: Lane,
  kind: Kind,
  task: TaskOf<Kind>,
): Promise<SamlResults[Kind]> {
  const { timeoutSeconds, privateNetwork, loopback } = config.singleSignOn;
  const message = { do: kind, network: { timeoutSeconds, privateNetwork, loopback }, ...task };
  const result = await turns.run(lane, () => threads.run<{ value: SamlResults[Kind] } | { problem: string }>(message));
  if (result === null)
    throw new DocumentRefused("What your organization's sign-in service sent", 'too slow', {
      advice: 'Please ask your administrator.',
    });
  if ('problem' in result) throw new Error(result.problem);
  return result.value;
}
