/** One part of `npm run trust`. A part counts only after each of its planted faults has turned it red. */
export interface Part {
  name: string;
  /** What the part shows, as one sentence for the table. */
  shows: string;
  /** Throws CannotRun where something that the part needs is missing. */
  prepare?(): Promise<void>;
  run(options: RunOptions): Promise<Result>;
  plantedFaults: PlantedFault[];
}

export interface RunOptions {
  /** How long to try: 1 is a short look, 10 the full form. */
  rounds: number;
  /** Prints a line of progress. */
  report(line: string): void;
}

export interface Result {
  figures: Figure[];
  /** One sentence for each thing that isn't as it should be; none means that the part passed. */
  misses: string[];
}

export interface Figure {
  what: string;
  value: number | string;
}

/** Runs as little of the part as it takes, against something that is broken on purpose: it must come back with misses. */
export interface PlantedFault {
  name: string;
  run(options: RunOptions): Promise<Result>;
}

/** A reason why a part can't run here, such as a program that isn't installed: said as it is, without a stack. */
export class CannotRun extends Error {
  override name = 'CannotRun';
}
