import { newIdempotencyKey } from '../src/lib/idempotency-key.ts';
import type { Answers } from './engine.ts';

/**
 * A file in an answer. Its bytes stay here until the answer is accepted, because the server keeps a file for only an
 * hour.
 */
export interface KeptFile {
  /** Its Idempotency-Key: the server stores the file once, no matter how often it is sent. */
  key: string;
  name: string;
  /** As a data: URL, so that local storage can hold it. */
  content: string;
  /** Drawn, not chosen: SurveyJS holds it as a string. */
  drawn?: boolean;
  /** Set once the server has it. */
  stored?: StoredFile;
}

/** How an answer refers to a file that the server has. */
export interface StoredFile {
  fileId: string;
  name: string;
}

export function keptFile(name: string, content: string): KeptFile {
  return { key: newIdempotencyKey(), name, content };
}

export function keptDrawing(content: string): KeptFile {
  return { ...keptFile('signature.png', content), drawn: true };
}

/** The answers with every file replaced, at any depth. */
export function mapFiles(answers: Answers, replace: (file: KeptFile) => unknown): Answers {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit).filter((item) => item !== undefined);
    if (typeof value !== 'object' || value === null) return value;
    if (isKeptFile(value)) return replace(value);
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, visit(item)]));
  };
  return visit(answers) as Answers;
}

export function filesIn(answers: Answers): KeptFile[] {
  const found: KeptFile[] = [];
  mapFiles(answers, (file) => {
    found.push(file);
    return file;
  });
  return found;
}

/** Marks the files with these names to be sent again with new keys; null if none of them is here. */
export function withoutStored(answers: Answers, names: ReadonlySet<string>): Answers | null {
  const expired = filesIn(answers).filter(({ stored }) => stored && names.has(stored.name));
  if (expired.length === 0) return null;
  const keys = new Map(expired.map(({ key }) => [key, newIdempotencyKey()]));
  return mapFiles(answers, ({ stored, ...file }) => {
    const key = keys.get(file.key);
    return key === undefined ? { ...file, ...(stored && { stored }) } : { ...file, key };
  });
}

function isKeptFile(value: object): value is KeptFile {
  return 'key' in value && 'content' in value && typeof value.content === 'string' && value.content.startsWith('data:');
}

export function partsOf(file: KeptFile): FormData {
  const parts = new FormData();
  parts.set('file', fileOf(file));
  return parts;
}

/** fetch() isn't possible: the content security policy doesn't allow it for data: URLs. */
export function fileOf({ name, content }: KeptFile): File {
  const [head = '', data = ''] = content.split(',', 2);
  const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
  return new File([bytes], name, { type: /^data:([^;]*)/.exec(head)?.[1] ?? '' });
}
