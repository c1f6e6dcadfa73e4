import { fixedQuestions } from '@kinbridge/contract/surveys/survey-definition';
import type { Pending } from './draft.ts';
import { type KeptFile, mapFiles, uploadFile } from './files.ts';

export type Outcome =
  | { kind: 'sent' }
  /** The network is away, or the answer was lost on its way: the same is sent again, with the same key. */
  | { kind: 'offline' }
  | { kind: 'busy'; afterMs: number }
  | { kind: 'closed' }
  | { kind: 'refused'; message: string; fields: Record<string, string> };

const patienceMs = 30_000;

/**
 * Sends finished answers. Files that could not go out before go first; `keep` is told of each, so that a reload goes
 * on from there. The key makes the server take the answers once, however often they are sent.
 */
export async function send(uniqueSurveyId: string, pending: Pending, keep: (pending: Pending) => void): Promise<Outcome> {
  let current = pending;
  for (const file of filesIn(pending)) {
    const uploaded = await uploadFile(uniqueSurveyId, file);
    if (uploaded.kind !== 'stored') return uploaded;
    current = { ...current, answers: mapFiles(current.answers, (one) => (one.key === file.key ? uploaded.file : one)) };
    keep(current);
  }
  return post('/v1/survey-answers/submit', pending.key, 'application/json', JSON.stringify(bodyOf(uniqueSurveyId, current)));
}

function filesIn({ answers }: Pending): KeptFile[] {
  const found: KeptFile[] = [];
  mapFiles(answers, (file) => {
    found.push(file);
    return file;
  });
  return found;
}

function bodyOf(surveyUniqueId: string, { version, answers }: Pending): object {
  const fixed = fixedQuestions.map(({ name }) => [name, answers[name]]).filter(([, answer]) => typeof answer === 'string');
  return { surveyUniqueId, version, surveyAnswerJson: answers, ...Object.fromEntries(fixed) };
}

/** One POST; whatever comes of it is one of the outcomes. */
export async function post(address: string, key: string, type: string | null, body: BodyInit): Promise<Outcome & { body?: unknown }> {
  let response: Response;
  try {
    response = await fetch(address, {
      method: 'POST',
      headers: { 'idempotency-key': key, ...(type ? { 'content-type': type } : {}) },
      body,
      signal: AbortSignal.timeout(patienceMs),
    });
    if (response.ok) return { kind: 'sent', body: await response.json() };
  } catch {
    return { kind: 'offline' };
  }
  const { status } = response;
  if (status === 408 || status === 429 || status >= 500) {
    return { kind: 'busy', afterMs: (Number(response.headers.get('retry-after')) || 5) * 1000 };
  }
  if (status === 404 || status === 410) return { kind: 'closed' };
  const error = (await response.json().catch(() => ({}))) as { message?: string; fields?: Record<string, string> };
  return { kind: 'refused', message: error.message ?? '', fields: error.fields ?? {} };
}
