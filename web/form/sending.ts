import { fixedQuestions } from '@kinbridge/contract/surveys/survey-definition';
import type { Pending } from './draft.ts';
import { filesIn, mapFiles, partsOf, type StoredFile } from './files.ts';

export type Outcome =
  | { kind: 'sent'; answer: unknown }
  /** The network is away, or the answer was lost on its way: the same is sent again, with the same key. */
  | { kind: 'offline' }
  | { kind: 'busy'; afterMs: number }
  | { kind: 'closed' }
  | { kind: 'refused'; status: number; message: string; fields: Record<string, string> };

const answersPatienceMs = 30_000;
const filePatienceMs = 300_000;

/**
 * Sends finished answers. Their files go first; `keep` is told of each, so that a reload goes on from there. The keys
 * make the server take everything once, however often it is sent.
 */
export async function send(
  uniqueSurveyId: string,
  pending: Pending,
  keep: (pending: Pending) => void,
): Promise<Outcome> {
  let current = pending;
  for (const file of filesIn(pending.answers)) {
    const outcome = await post(`/v1/surveys/${uniqueSurveyId}/files`, file.key, partsOf(file), filePatienceMs);
    if (outcome.kind !== 'sent') return outcome;
    const stored = outcome.answer as StoredFile;
    current = { ...current, answers: mapFiles(current.answers, (one) => (one.key === file.key ? stored : one)) };
    keep(current);
  }
  const body = JSON.stringify(bodyOf(uniqueSurveyId, current));
  return post('/v1/survey-answers/submit', pending.key, body, answersPatienceMs);
}

function bodyOf(surveyUniqueId: string, { version, answers }: Pending): object {
  const fixed = fixedQuestions
    .map(({ name }) => [name, answers[name]])
    .filter(([, answer]) => typeof answer === 'string');
  return { surveyUniqueId, version, surveyAnswerJson: answers, ...Object.fromEntries(fixed) };
}

async function post(address: string, key: string, body: string | FormData, patienceMs: number): Promise<Outcome> {
  let response: Response;
  try {
    response = await fetch(address, {
      method: 'POST',
      headers: { 'idempotency-key': key, ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}) },
      body,
      signal: AbortSignal.timeout(patienceMs),
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
  const error = (await response.json().catch(() => ({}))) as { message?: string; fields?: Record<string, string> };
  return { kind: 'refused', status, message: error.message ?? '', fields: error.fields ?? {} };
}
