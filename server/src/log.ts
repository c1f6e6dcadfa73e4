import { pino } from 'pino';

export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error' | 'debug'>;

/** Structured logs on standard output, with ids but never names, addresses or texts. */
export function createLog(level: string): pino.Logger {
  // In blocks, up to 200 ms late: one write per line would take a tenth of a quick call.
  output ??= pino.destination({ dest: 1, minLength: 8_192, periodicFlush: 200 });
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
}

let output: pino.DestinationStream | undefined;

/**
 * An error that is safe to log. A database error's message and detail quote values, and the first line of a stack
 * quotes the message, so both are left out.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint, table, routine } = error as Error & Record<string, unknown>;
  const at = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return { type: error.name, code, constraint, table, routine, at: at.slice(0, 8).map((line) => line.trim()) };
}
