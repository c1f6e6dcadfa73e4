import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { SurveyDefinition } from '@kinbridge/contract/surveys/survey-definition';
import { AppError } from '../../app-error.ts';

/** As text, so that it is the same thread from the sources and from the built files. */
const script = `
const { parentPort, workerData } = require('node:worker_threads');
const { Model } = require(workerData.library);

// A signature would draw itself, which takes a browser; whether there is one can be told without.
function undrawn(value) {
  if (Array.isArray(value)) return value.map(undrawn);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) =>
    [key, (key === 'type' || key === 'cellType') && inner === 'signaturepad' ? 'comment' : undrawn(inner)]));
}

function examine({ definition, answers }) {
  const form = new Model(undrawn(definition));
  form.data = answers;
  form.validate(true, false);
  const fields = {};
  for (const question of form.getAllQuestions(true)) {
    const [error] = question.getAllErrors();
    if (error) fields[question.getValueName()] = error.getText();
  }
  const all = form.getAllQuestions(false);
  const shown = new Set(all.filter((question) => question.isVisibleInSurvey).map((question) => question.getValueName()));
  const hidden = all.filter((question) => !shown.has(question.getValueName())).filter((question) => {
    const rule = question.clearIfInvisible === 'default' ? form.clearInvisibleValues : question.clearIfInvisible;
    return rule !== 'none';
  });
  const computed = {};
  for (const question of all) {
    if (question.getType() === 'expression' && shown.has(question.getValueName()) && question.value !== undefined) {
      computed[question.getValueName()] = question.value;
    }
  }
  for (const value of form.calculatedValues) if (value.includeIntoResult) computed[value.name] = value.value;
  return { fields, hidden: hidden.map((question) => question.getValueName()), computed };
}

// What the library does for the first time takes longest; nobody's answer waits for it.
examine({ definition: { elements: [{ type: 'text', name: 'a', isRequired: true, visibleIf: '{b} = 1' },
  { type: 'matrixdynamic', name: 'm', columns: [{ name: 'c' }] }] }, answers: { b: 1 } });
parentPort.on('message', (job) => {
  try {
    parentPort.postMessage({ result: examine(job) });
  } catch {
    parentPort.postMessage({ result: null });
  }
});
parentPort.postMessage('ready');
`;

const library = createRequire(import.meta.url).resolve('survey-core');

/** What the form library makes of answers: what is missing or wrong, what nobody was asked, what it worked out. */
export interface Examined {
  fields: Record<string, string>;
  hidden: string[];
  computed: Record<string, unknown>;
}

/** The largest form that may be published takes half a second of work; a slow machine needs several times that. */
const limitMs = 3_000;
/** On a busy machine that time may pass while the thread hardly ran; it is then given more, up to this. */
const patienceMs = 10_000;
const maxThreads = 2;
const maxWaiting = 100;

let threads = 0;
const idle: Worker[] = [];
const waiting: ((thread: Worker | null) => void)[] = [];

/**
 * Runs the form library over a form and answers, in a thread of its own that is ended after three seconds: an unlucky
 * form may keep it busy for hours. Null when it took too long or could not be read.
 */
export async function examineAnswers(
  definition: SurveyDefinition,
  answers: Record<string, unknown>,
): Promise<Examined | null> {
  const thread = await claimThread();
  const limit = timeLimit();
  const over = new AbortController();
  const { signal } = over;
  try {
    thread.postMessage({ definition, answers });
    const ended = once(thread, 'exit', { signal }).then(() => null);
    const answer = await Promise.race([once(thread, 'message', { signal }), limit.over, ended]);
    if (answer === null) {
      discard(thread);
      return null;
    }
    release(thread);
    return (answer[0] as { result: Examined | null }).result;
  } catch {
    discard(thread);
    return null;
  } finally {
    limit.stop();
    over.abort();
  }
}

/** Over when that much time has passed and the process was given that much work, or when patience is at its end. */
function timeLimit(): { over: Promise<null>; stop(): void } {
  const started = Date.now();
  const usedBefore = process.cpuUsage();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<null>((resolve) => {
    const look = () => {
      const { user, system } = process.cpuUsage(usedBefore);
      if ((user + system) / 1000 >= limitMs || Date.now() - started >= patienceMs) resolve(null);
      else timer = setTimeout(look, 200);
    };
    timer = setTimeout(look, limitMs);
  });
  return { over, stop: () => clearTimeout(timer) };
}

async function claimThread(): Promise<Worker> {
  const free = idle.pop();
  if (free) return free;
  if (threads < maxThreads) return startThread();
  if (waiting.length >= maxWaiting) {
    throw new AppError('too_many_requests', 'Many answers are being checked just now. Please try again in a moment.', {
      retryAfterSeconds: 5,
    });
  }
  const handed = await new Promise<Worker | null>((resolve) => waiting.push(resolve));
  return handed ?? startThread();
}

async function startThread(): Promise<Worker> {
  threads++;
  // Its output may quote answers, so it goes nowhere.
  const thread = new Worker(script, {
    eval: true,
    workerData: { library },
    stdout: true,
    stderr: true,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  thread.stdout.resume();
  thread.stderr.resume();
  thread.on('error', () => undefined);
  thread.unref();
  const over = new AbortController();
  const { signal } = over;
  try {
    const ended = once(thread, 'exit', { signal }).then(() => ['ended']);
    const [first] = await Promise.race([once(thread, 'message', { signal }), ended]);
    if (first !== 'ready') throw new Error('The thread of the form library did not start.');
  } catch (error) {
    discard(thread);
    throw error;
  } finally {
    over.abort();
  }
  return thread;
}

function release(thread: Worker): void {
  const next = waiting.shift();
  if (next) next(thread);
  else idle.push(thread);
}

function discard(thread: Worker): void {
  threads--;
  void thread.terminate();
  waiting.shift()?.(null);
}
