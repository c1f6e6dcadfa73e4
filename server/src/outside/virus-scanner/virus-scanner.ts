/** Looks for viruses in files. */
export interface VirusScanner {
  /** The name of the virus; null if there is none. Throws ScannerAway or TooLargeToScan. */
  scan(bytes: Buffer, signal: AbortSignal): Promise<string | null>;
}

/** The scanner can't be reached, is too slow, or failed. */
export class ScannerAway extends Error {}

/** The scanner refuses files of this size, so it will never know. */
export class TooLargeToScan extends Error {}
