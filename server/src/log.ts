import { pino } from 'pino';

export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error' | 'debug'>;

/** Structured logs on standard output, with ids but never names, addresses or texts. */
export function createLog(level: string): pino.Logger {
  output ??= new Blocks();
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
}

let output: Blocks | undefined;

const blockLength = 8_192;
const blockMs = 200;

/**
 * Writes lines in blocks, up to 200 ms late: one write per line would take a tenth of a quick call. pino's own blocks
 * copy and measure the whole block again for every line.
 */
class Blocks {
  readonly #output: pino.DestinationStream;
  #lines: string[] = [];
  #length = 0;

  constructor() {
    const write = () => this.#writeBlock();
    setInterval(write, blockMs).unref();
    // Before pino's own listeners, which close the output.
    process.once('beforeExit', write).once('exit', write);
    this.#output = pino.destination(1);
  }

  write(line: string): void {
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#length >= blockLength) this.#writeBlock();
  }

  #writeBlock(): void {
    if (this.#length === 0) return;
    const block = this.#lines.join('');
    this.#lines = [];
    this.#length = 0;
    this.#output.write(block);
  }
}

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
