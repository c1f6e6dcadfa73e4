import { StartError } from '../start-error.ts';

/** Explains a failed first connection in a sentence if a person can fix it. */
export function databaseProblem(error: unknown, url: string): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (error instanceof StartError || !code) return error;
  const at = new URL(url).host;
  if (/^(E[A-Z]+|EAI_AGAIN)$/.test(code)) {
    return new StartError(
      `The database at ${at} cannot be reached (${code}). Check DATABASE_URL and that it is running.`,
    );
  }
  if (/^(28...|3D000)$/.test(code)) return new StartError(`The database at ${at} refuses the connection: ${message}.`);
  // Something that a migration creates is missing: a table, a column or the application's role.
  if (/^(42P01|42703|3F000|22023)$/.test(code))
    return new StartError(`The database at ${at} is not up to date. Run npm run migrate first.`);
  return error;
}
