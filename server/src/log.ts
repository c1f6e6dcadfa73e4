import { pino } from 'pino';

export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error' | 'debug'>;

/** Structured logs on standard output. They carry ids, never names, addresses or texts. */
export function createLog(level: string): pino.Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}

/**
 * An error as it may stand in a log: a database error's message and detail quote the values that
 * caused it, and the first line of a stack quotes the message, so both stay out.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint, table, routine } = error as Error & Record<string, unknown>;
  const at = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { type: error.name, code, constraint, table, routine, at: at.slice(0, 8).map((line) => line.trim()) };
}
