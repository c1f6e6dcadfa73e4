/** A file or signature in an answer, uploaded earlier under this id. */
export interface AnsweredFile {
  fileId: string;
  name: string;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/**
 * The files in the answer to a file or signature question. A client may send `{ fileId, name }`, the form library's `{
 * name, type, content }` with the id as content, or only the id. Null for anything else.
 */
export function answeredFiles(answer: unknown): AnsweredFile[] | null {
  const files = (Array.isArray(answer) ? answer : [answer]).map((item): AnsweredFile | null => {
    const { fileId, content, name } = typeof item === 'object' && item !== null ? item : { fileId: item };
    const id = fileId ?? content;
    if (typeof id !== 'string' || !uuid.test(id)) return null;
    return { fileId: id.toLowerCase(), name: typeof name === 'string' ? name.slice(0, 200) : '' };
  });
  return files.some((file) => file === null) ? null : (files as AnsweredFile[]);
}
