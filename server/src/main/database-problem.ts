import { StartError } from '../start-error.ts';

/** Explains a failed first connection in a sentence if a person can fix it. */
export function databaseProblem(error: unknown, url: string): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const isTimeout = /^(timeout expired|Query read timeout)$/.test(message);
  if (error instanceof StartError || (code === '' && !isTimeout)) return error;
  const at = new URL(url).host;
  if (/^(E[A-Z]+|EAI_AGAIN)$/.test(code)) {
    return new StartError(
      `The database at ${at} cannot be reached (${code}). Check DATABASE_URL and that it is running.`,
    );
  }
  if (isTimeout) {
    return new StartError(
      `The database at ${at} does not answer. Check that it is running, and that a pooler before it has connections left.`,
    );
  }
  if (/^(28...|3D000|08P01)$/.test(code))
    return new StartError(`The database at ${at} refuses the connection: ${message}.`);
  if (code === '25006') return new StartError(`The database at ${at} is a replica. Name the primary server.`);
  // Something that a migration creates is missing: a table, a column or the application's role.
  if (/^(42P01|42703|3F000|22023)$/.test(code))
    return new StartError(`The database at ${at} is not up to date. Run npm run migrate first.`);
  return error;
}

/** Runs the first work on a connection, and explains its failure. */
export async function explained<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw databaseProblem(error, url);
  }
}
