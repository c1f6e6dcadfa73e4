import type { Answers } from './engine.ts';
import { newIdempotencyKey } from '../src/lib/idempotency-key.ts';
import { post, type Outcome } from './sending.ts';

/** A file in an answer that has not reached the server yet. */
export interface KeptFile {
  key: string;
  name: string;
  type: string;
  /** As a data: address, the way SurveyJS and local storage can hold it. */
  content: string;
}

/** What stands in the answer once the server has the file. */
export interface StoredFile {
  fileId: string;
  name: string;
}

export const maxFileBytes = 5_000_000;

type Uploaded = { kind: 'stored'; file: StoredFile } | Exclude<Outcome, { kind: 'sent' }>;

export async function uploadFile(uniqueSurveyId: string, file: KeptFile): Promise<Uploaded> {
  const body = new FormData();
  body.set('file', blobOf(file.content), file.name);
  const outcome = await post(`/v1/surveys/${uniqueSurveyId}/files`, file.key, null, body);
  return outcome.kind === 'sent' ? { kind: 'stored', file: outcome.body as StoredFile } : outcome;
}

/** The answers with every file that is still here replaced, however deep it stands. */
export function mapFiles(answers: Answers, replace: (file: KeptFile) => KeptFile | StoredFile): Answers {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    if (isKeptFile(value)) return replace(value);
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, visit(item)]));
  };
  return visit(answers) as Answers;
}

function isKeptFile(value: object): value is KeptFile {
  return 'key' in value && 'content' in value && typeof value.content === 'string' && value.content.startsWith('data:');
}

export function keptFile(name: string, content: string): KeptFile {
  return { key: newIdempotencyKey(), name, type: /^data:([^;,]*)/.exec(content)?.[1] ?? '', content };
}

/** Not by fetch(), which the content security policy does not allow for data: addresses. */
function blobOf(content: string): Blob {
  const [head = '', data = ''] = content.split(',', 2);
  const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
  return new Blob([bytes], { type: /^data:([^;]*)/.exec(head)?.[1] ?? '' });
}
