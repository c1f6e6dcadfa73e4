import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { FairTurns, type Lane } from '../../fair-turns.ts';
import { TimedThreads } from '../../timed-threads.ts';
import type { Examined } from './examine-answers.ts';

const patienceMs = 10_000;

const turns = new FairTurns({
  atOnce: 2,
  waitingPerForm: 50,
  waitingPerOrganization: 100,
  patienceMs,
  busy: "We're checking a lot of answers right now. Please try again in a moment.",
});

/** The largest publishable form takes half a second; a slow machine needs several times that. */
const threads = new TimedThreads('answer-thread', { limitMs: 3_000, patienceMs, memoryMb: 256 });

/**
 * Checks answers against a form in a thread that is ended after three seconds, since a bad form can keep it busy for
 * hours. Null if it took too long or was unreadable.
 */
export function examineAnswers(
  lane: Lane,
  definition: SurveyDefinition,
  answers: Record<string, unknown>,
): Promise<Examined | null> {
  return turns.run(lane, () => threads.run<Examined>({ definition, answers }));
}
