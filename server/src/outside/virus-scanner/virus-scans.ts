import { AppError } from '../../app-error.ts';
import { FairTurns, type Lane } from '../../fair-turns.ts';
import { ScannerAway, type VirusScanner } from './virus-scanner.ts';

/** An upload waits no longer for its turn and its scan together. */
const defaultPatienceMs = 30_000;
/** All uploads that wait or are scanned; their bytes are in memory. */
const maxHeldBytes = 256 * 1024 * 1024;
const busy = 'Many files are being checked for viruses right now. Please try again in a moment.';

/** Scans in turns, so that a slow scanner costs everyone a little memory and nobody their turn. */
export class VirusScans {
  readonly #scanner: VirusScanner;
  readonly #patienceMs: number;
  readonly #turns: FairTurns;
  #heldBytes = 0;

  constructor(scanner: VirusScanner, patienceMs = defaultPatienceMs) {
    this.#scanner = scanner;
    this.#patienceMs = patienceMs;
    this.#turns = new FairTurns({
      atOnce: 4,
      waitingPerForm: 8,
      waitingPerOrganization: 20,
      patienceMs,
      busy,
      late: () => new ScannerAway('the files before it take too long'),
    });
  }

  /** The name of the virus in an upload, or null. */
  async scanUpload(lane: Lane, bytes: Buffer): Promise<string | null> {
    if (this.#heldBytes + bytes.length > maxHeldBytes) {
      throw new AppError('too_many_requests', busy, { retryAfterSeconds: 5 });
    }
    const signal = AbortSignal.timeout(this.#patienceMs);
    this.#heldBytes += bytes.length;
    try {
      return await this.#turns.run(lane, () => this.#scanner.scan(bytes, signal));
    } finally {
      this.#heldBytes -= bytes.length;
    }
  }

  /** Bytes of uploads in memory. */
  get held(): number {
    return this.#heldBytes;
  }

  /** The same for a file in the store, which nobody waits for. */
  scanStored(bytes: Buffer): Promise<string | null> {
    return this.#scanner.scan(bytes, AbortSignal.timeout(this.#patienceMs));
  }
}
