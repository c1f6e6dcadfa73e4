import { createHash } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import { knownWords, minimumStrength, weakPassword } from '@kinbridge/contract/shared/password';
import type { AppContext } from '../../app-context.ts';
import { AppError, invalidField } from '../../app-error.ts';
import { describeError } from '../../log.ts';
import { startThread } from '../../threads.ts';

/** Whether someone with this knowledge could guess the password too easily. */
export async function isWeakPassword(password: string, known: (string | null)[]): Promise<boolean> {
  return (await rate(password.normalize('NFKC'), knownWords(known))) < minimumStrength;
}

/** Why nobody with this knowledge about a person may choose the password for them; null if it is fine. */
export async function findPasswordProblem(
  app: Pick<AppContext, 'breachLists' | 'log'>,
  password: string,
  known: (string | null)[],
): Promise<AppError | null> {
  if (await isWeakPassword(password, known)) return weakPasswordError();
  return (await hasLeaked(app, password)) ? invalidField('password', leakedPassword) : null;
}

const leakedPassword = 'This password is in a list of leaked passwords. Choose one that you use nowhere else.';

/** A list that can't be asked refuses nobody: people must be able to sign up and to reset their password. */
async function hasLeaked({ breachLists, log }: Pick<AppContext, 'breachLists' | 'log'>, password: string) {
  const hash = createHash('sha1').update(password.normalize('NFKC')).digest('hex').toUpperCase();
  for (const list of breachLists) {
    try {
      if (await list.has(hash)) return true;
    } catch (error) {
      log.warn({ error: describeError(error) }, 'a password was accepted without the breach list');
    }
  }
  return false;
}

export function weakPasswordError(): AppError {
  return invalidField('password', weakPassword);
}

/** A longer queue would take the thread over 15 seconds, at 80 ms for the longest password. */
const maxWaiting = 200;

const waiting = new Map<number, { resolve: (score: number) => void; reject: (error: Error) => void }>();
let thread: Worker | undefined;
let lastId = 0;

/** One thread rates passwords in turn, so a flood of sign-ups never delays other calls. */
function rate(password: string, words: string[]): Promise<number> {
  if (waiting.size >= maxWaiting) return Promise.reject(refusal('too_many_requests'));
  thread ??= startRating();
  const id = ++lastId;
  const rated = new Promise<number>((resolve, reject) => waiting.set(id, { resolve, reject }));
  thread.postMessage({ id, password, words });
  return rated;
}

function startRating(): Worker {
  const started = startThread('password-thread');
  started.unref();
  started.on('message', ({ id, score }: { id: number; score: number }) => {
    waiting.get(id)?.resolve(score);
    waiting.delete(id);
  });
  started.on('exit', () => {
    thread = undefined;
    for (const { reject } of waiting.values()) reject(refusal('unavailable'));
    waiting.clear();
  });
  return started;
}

function refusal(code: 'too_many_requests' | 'unavailable'): AppError {
  const message = "We couldn't check your password right now. Please try again in a few seconds.";
  return new AppError(code, message, { retryAfterSeconds: 5 });
}
