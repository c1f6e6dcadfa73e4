/** A file or a signature as it stands in an answer: kept beforehand, under this id. */
export interface AnsweredFile {
  fileId: string;
  name: string;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/**
 * The files that the answer to a file or signature question names. A client may send `{ fileId, name }`, the form
 * library's own `{ name, type, content }` with the id as content, or the id alone. Null when it holds anything else.
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
