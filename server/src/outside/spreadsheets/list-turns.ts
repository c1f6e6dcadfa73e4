import { Turns } from '../../turns.ts';

const maxWaitingBytes = 60 * 1024 * 1024;

/** Lists are imported one at a time to limit memory and CPU. */
export const listTurns = new Turns(
  maxWaitingBytes,
  'Other lists are being imported. Please try again in a minute.',
  30,
);
