/** One part of `npm run trust`. A part counts only after each of its planted faults has turned it red. */
export interface Part {
  name: string;
  /** What the part proves, in one sentence for the table. */
  shows: string;
  /** Throws CannotRun if something is missing. */
  prepare?(): Promise<void>;
  run(options: RunOptions): Promise<Result>;
  plantedFaults: PlantedFault[];
}

export interface RunOptions {
  /** How long to run: 1 is a quick check, 10 the full run. */
  rounds: number;
  /** Prints a line of progress. */
  report(line: string): void;
}

export interface Result {
  figures: Figure[];
  /** One sentence per failure; empty means that the part passed. */
  misses: string[];
}

export interface Figure {
  what: string;
  value: number | string;
}

/** Runs the relevant part against a planted fault, and must report misses. */
export interface PlantedFault {
  name: string;
  run(options: RunOptions): Promise<Result>;
}

/** Why a part can't run here, such as a missing program; printed without a stack. */
export class CannotRun extends Error {
  override name = 'CannotRun';
}
