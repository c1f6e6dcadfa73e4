// Loaded before Kinbridge (`node --import`): its clock is ahead by CLOCK_AHEAD, and jumps on SIGUSR2 by the
// milliseconds in a file.
import { readFileSync } from 'node:fs';

const RealDate = Date;
let offset = Number(process.env.CLOCK_AHEAD ?? 0);

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offset);
    else super(...given);
  }

  static now() {
    return RealDate.now() + offset;
  }
};

process.on('SIGUSR2', () => {
  offset = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'));
  process.stdout.write(`The clock is ahead by ${offset} ms\n`);
});
