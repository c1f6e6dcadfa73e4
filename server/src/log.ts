import { pino } from 'pino';

export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error' | 'debug'>;

/**
 * Structured logs on standard output. They carry ids, never names, addresses or texts. Lines are written in blocks, at
 * most a fifth of a second late: a write for each would cost a quick call a tenth of its time.
 */
export function createLog(level: string): pino.Logger {
  const output = pino.destination({ dest: 1, minLength: 8_192, periodicFlush: 200 });
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
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
