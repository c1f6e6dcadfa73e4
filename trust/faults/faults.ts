import type { Part, Result, RunOptions } from '../part.ts';
import { runTests } from '../run-tests.ts';

const kills = 'server/src/main/kills.test.ts';
const kindsOfWork = 5;

/** All other faults, with the tests that cause them for real. */
const faults = {
  'PostgreSQL stopped under load and idle, SIGTERM, a full disk': ['server/src/main/faults.test.ts'],
  'an embedded PostgreSQL that dies or hangs': ['server/src/db/embedded-database.test.ts'],
  'a clock that jumps': ['server/src/main/clock-jumps.test.ts'],
  'workers killed in the middle of a list or a mass message': [
    'server/src/main/worker.test.ts',
    'server/src/features/members/member-upload-killed.test.ts',
  ],
  'a text provider that hangs, cuts off or answers 5xx': [
    'server/src/features/messages/sms-outage.test.ts',
    'server/src/outside/sms/twilio-sms-provider.test.ts',
  ],
  'a mail server that hangs, cuts off or refuses': ['server/src/outside/email/smtp-email-sender.test.ts'],
  'a file store that hangs, cuts off or answers 5xx': [
    'server/src/outside/files/s3-file-store.test.ts',
    'server/src/outside/files/file-store.test.ts',
  ],
};

/** Faults in real processes: everything acknowledged exists afterwards exactly once. */
export const faultsPart: Part = {
  name: 'faults',
  shows: 'What was acknowledged is there after every kill and outage, each once.',
  run: runFaults,
  plantedFaults: [
    {
      name: 'a text that is lost after its request was acknowledged',
      run: async () => ({
        figures: [],
        misses: (await runTests('unit', [kills], { KINBRIDGE_PLANTED_LOSS: '1' })).failed,
      }),
    },
  ],
};

async function runFaults({ rounds, report }: RunOptions): Promise<Result> {
  const killsEach = 2 * rounds;
  report(`${killsEach * kindsOfWork} kills`);
  const killed = await runTests('unit', [kills], { KINBRIDGE_KILLS: String(killsEach) });
  const misses = [...killed.failed];
  const figures = [{ what: 'kills at random moments, in five kinds of work', value: killsEach * kindsOfWork }];
  // One run takes as long as a hundred kills.
  const times = Math.ceil(rounds / 10);
  for (const [what, files] of Object.entries(faults)) {
    report(what);
    let passed = 0;
    for (let time = 0; time < times; time++) {
      const run = await runTests('unit', files);
      passed += run.passed;
      misses.push(...run.failed);
    }
    figures.push({ what: `${what}: checks passed`, value: passed });
  }
  return { figures, misses };
}
