import { StartError } from '../start-error.ts';

/** Node's codes for certificates that it doesn't accept. */
const isUntrusted =
  /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;

/** Explains a failed first connection in a sentence if a person can fix it. */
export function databaseProblem(error: unknown, url: string): unknown {
  const { code = '', message = '', path } = error as { code?: string; message?: string; path?: string };
  const isTimeout = /^(timeout expired|Query read timeout)$/.test(message);
  if (message === 'The server does not support SSL connections') {
    return new StartError(`The database at ${new URL(url).host} has no TLS, which sslmode asks for. Turn it on there.`);
  }
  if (error instanceof StartError || (code === '' && !isTimeout)) return error;
  const at = new URL(url).host;
  if (path !== undefined)
    return new StartError(
      `The address of the database at ${at} names the file ${path}, which can't be read (${code}).`,
    );
  if (isUntrusted.test(code)) {
    return new StartError(
      `The database at ${at} doesn't prove who it is: ${message}. Use a host name that its certificate has, and sslmode=verify-full&sslrootcert=… with the file of its CA.`,
    );
  }
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
