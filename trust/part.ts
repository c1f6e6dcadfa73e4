/** One part of `npm run trust`. Its result counts only if it catches each of its planted faults. */
export interface Part {
  name: string;
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
  failures: string[];
}

export interface Figure {
  what: string;
  value: number | string;
}

/** Runs the part against a planted fault. It must report failures. */
export interface PlantedFault {
  name: string;
  run(options: RunOptions): Promise<Result>;
}

/** Why a part can't run here, such as a missing program; printed without a stack. */
export class CannotRun extends Error {
  override name = 'CannotRun';
}
