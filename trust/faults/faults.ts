import type { Part, Result, RunOptions } from '../part.ts';
import { plantedIn, runTests } from '../run-tests.ts';

const kills = 'server/src/main/kills.test.ts';
const kindsOfWork = 5;

/** All other faults, with the tests that cause them in real processes. */
const faults = {
  'PostgreSQL stops under load or idle, SIGTERM, full disk': [
    'server/src/main/outages.test.ts',
    'server/src/main/stops.test.ts',
    'server/src/main/full-disk.test.ts',
  ],
  'embedded PostgreSQL crashes or hangs': ['server/src/embedded-postgres/embedded-database.test.ts'],
  'clock jumps': ['server/src/main/clock-jumps.test.ts'],
  'workers killed during an import or a mass message': [
    'server/src/main/worker.test.ts',
    'server/src/features/members/member-upload-killed.test.ts',
  ],
  'SMS provider hangs, disconnects or answers 5xx': [
    'server/src/records/sms/sms-outage.test.ts',
    'server/src/outside/sms/twilio-sms-provider.test.ts',
  ],
  'mail server hangs, disconnects or rejects': ['server/src/outside/email/smtp-email-sender.test.ts'],
  'file store hangs, disconnects or answers 5xx': [
    'server/src/outside/files/s3-file-store.test.ts',
    'server/src/outside/files/file-store.test.ts',
  ],
};

/** Faults in real processes: everything acknowledged exists afterwards exactly once. */
export const faultsPart: Part = {
  name: 'faults',
  run: runFaults,
  plantedFaults: [
    plantedIn('a text lost after its request was acknowledged', ['unit', kills], { KINBRIDGE_PLANTED_LOSS: '1' }),
  ],
};

async function runFaults({ rounds, report }: RunOptions): Promise<Result> {
  const killsEach = 2 * rounds;
  report(`${killsEach * kindsOfWork} kills`);
  const killed = await runTests('unit', [kills], { KINBRIDGE_KILLS: String(killsEach) });
  const failures = [...killed.failed];
  const figures = [
    { what: 'processes killed at random moments, in five kinds of work', value: killsEach * kindsOfWork },
  ];
  // One run takes as long as a hundred kills.
  const times = Math.ceil(rounds / 10);
  for (const [what, files] of Object.entries(faults)) {
    report(what);
    let passed = 0;
    for (let time = 0; time < times; time++) {
      const run = await runTests('unit', files);
      passed += run.passed;
      failures.push(...run.failed);
    }
    figures.push({ what: `${what}: tests passed`, value: passed });
  }
  return { figures, failures };
}
