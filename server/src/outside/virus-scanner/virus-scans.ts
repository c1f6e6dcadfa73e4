import { AppError } from '../../app-error.ts';
import { FairTurns, type Lane } from '../../fair-turns.ts';

/** Looks for viruses in files. */
export interface VirusScanner {
  /** The name of the virus; null if there is none. Throws ScannerAway or TooLargeToScan. */
  scan(bytes: Buffer, signal: AbortSignal): Promise<string | null>;
}

/** The scanner can't be reached, is too slow, or failed. */
export class ScannerAway extends Error {}

/** The scanner refuses files of this size, so it will never know. */
export class TooLargeToScan extends Error {}

/** An upload waits no longer for its turn and its scan together. */
const defaultPatienceMs = 30_000;
/** Each of them of another organization, which also has no more than its share of the bytes. */
const atOnce = 4;
/** All uploads that wait or are scanned; their bytes are in memory. */
const defaultHeldBytes = 256 * 1024 * 1024;
const busy = 'Many files are being checked for viruses right now. Please try again in a moment.';

/** Scans in turns, so that a slow scanner costs everyone a little memory and nobody their turn. */
export class VirusScans {
  readonly #turns: FairTurns;
  readonly #heldBytes = new Map<number, number>();

  constructor(
    private readonly scanner: VirusScanner,
    private readonly patienceMs = defaultPatienceMs,
    private readonly maxHeldBytes = defaultHeldBytes,
  ) {
    this.#turns = new FairTurns({
      atOnce,
      waitingPerForm: 8,
      waitingPerOrganization: 20,
      patienceMs,
      busy,
      late: () => new ScannerAway('the files before it take too long'),
    });
  }

  /** The name of the virus in an upload, or null. */
  async scanUpload(lane: Lane, bytes: Buffer): Promise<string | null> {
    const { organizationId } = lane;
    const isOver =
      this.held + bytes.length > this.maxHeldBytes ||
      this.#heldBy(organizationId) + bytes.length > this.maxHeldBytes / atOnce;
    if (isOver) throw new AppError('too_many_requests', busy, { retryAfterSeconds: 5 });
    const signal = AbortSignal.timeout(this.patienceMs);
    this.#hold(organizationId, bytes.length);
    try {
      return await this.#turns.run(lane, () => this.scanner.scan(bytes, signal));
    } finally {
      this.#hold(organizationId, -bytes.length);
    }
  }

  #heldBy(organizationId: number): number {
    return this.#heldBytes.get(organizationId) ?? 0;
  }

  #hold(organizationId: number, bytes: number): void {
    const held = this.#heldBy(organizationId) + bytes;
    if (held > 0) this.#heldBytes.set(organizationId, held);
    else this.#heldBytes.delete(organizationId);
  }

  /** Bytes of uploads in memory. */
  get held(): number {
    return [...this.#heldBytes.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** The same for a file in the store. Nobody waits for it, so clamd may take all the time that it allows itself. */
  scanStored(bytes: Buffer, stop?: AbortSignal): Promise<string | null> {
    const timeout = AbortSignal.timeout(10 * this.patienceMs);
    return this.scanner.scan(bytes, stop ? AbortSignal.any([timeout, stop]) : timeout);
  }
}
