import type { ErrorBody } from '@kinbridge/contract/shared/errors';
import { fixedQuestions } from '@kinbridge/forms/form-definition';
import type { Pending } from './draft.ts';
import type { Answers } from './engine.ts';
import { filesIn, mapFiles, partsOf, type StoredFile, withoutStored } from './files.ts';

export type Outcome =
  | { kind: 'sent'; answer: unknown }
  /** The network is down or the response was lost: the same request is sent again with the same key. */
  | { kind: 'offline' }
  | { kind: 'busy'; afterMs: number }
  | { kind: 'closed' }
  | { kind: 'refused'; status: number; code: string; message: string; fields: Record<string, string> };

const submitTimeoutMs = 30_000;
const uploadTimeoutMs = 300_000;
const retryExpiredMs = 5_000;

/**
 * Sends finished answers, files first. `keep` stores each step, so that a reload resumes from there. Thanks to the
 * keys, the server stores everything once, no matter how often it is sent. Expired files are uploaded again.
 */
export async function send(
  uniqueSurveyId: string,
  pending: Pending,
  keep: (pending: Pending) => void,
): Promise<Outcome> {
  let current = pending;
  const change = (answers: Answers) => {
    current = { ...current, answers };
    keep(current);
  };
  for (let tries = 1; ; tries++) {
    for (const file of filesIn(current.answers)) {
      if (file.stored) continue;
      const outcome = await post(`/v1/surveys/${uniqueSurveyId}/files`, file.key, partsOf(file), uploadTimeoutMs);
      if (outcome.kind !== 'sent') return outcome;
      const stored = outcome.answer as StoredFile;
      change(mapFiles(current.answers, (one) => (one.key === file.key ? { ...one, stored } : one)));
    }
    const body = JSON.stringify(bodyOf(uniqueSurveyId, current));
    const outcome = await post('/v1/survey-answers/submit', pending.key, body, submitTimeoutMs);
    if (outcome.kind !== 'refused' || outcome.code !== 'file_expired') return outcome;
    const answers = withoutStored(current.answers, new Set(Object.keys(outcome.fields)));
    if (!answers) return outcome;
    change(answers);
    if (tries > 1) return { kind: 'busy', afterMs: retryExpiredMs };
  }
}

function bodyOf(surveyUniqueId: string, { version, answers, language }: Pending): object {
  const fixed = fixedQuestions
    .map(({ name }) => [name, answers[name]])
    .filter(([, answer]) => typeof answer === 'string');
  const surveyAnswerJson = mapFiles(answers, ({ stored }) => stored);
  return { surveyUniqueId, version, language, surveyAnswerJson, ...Object.fromEntries(fixed) };
}

async function post(address: string, key: string, body: string | FormData, timeoutMs: number): Promise<Outcome> {
  let response: Response;
  try {
    response = await fetch(address, {
      method: 'POST',
      headers: { 'idempotency-key': key, ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}) },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return { kind: 'sent', answer: await response.json() };
  } catch {
    return { kind: 'offline' };
  }
  const { status } = response;
  if (status === 408 || status === 429 || status >= 500) {
    return { kind: 'busy', afterMs: (Number(response.headers.get('retry-after')) || 5) * 1000 };
  }
  if (status === 404 || status === 410) return { kind: 'closed' };
  const error = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  const { code = '', message = '', fields = {} } = error;
  return { kind: 'refused', status, code, message, fields };
}
