// Checks ops/ with promtool, and a running Kinbridge if its address is given:
//   npm run ops:check [-- http://127.0.0.1:9464/metrics]
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repository } from './steps.mjs';

function promtool(args, input) {
  const { error, status } = spawnSync('promtool', args, {
    cwd: join(repository, 'ops'),
    input,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit'],
  });
  if (error) {
    console.error('promtool is not installed, so nothing was checked. On Debian it comes with the package prometheus.');
    process.exit(1);
  }
  if (status !== 0) process.exitCode = 1;
}

promtool(['check', 'rules', 'alerts.yml']);
promtool(['test', 'rules', 'alerts.test.yml']);
const [address] = process.argv.slice(2);
if (address) {
  const answer = await fetch(address).catch((error) => ({ ok: false, status: error.cause?.code ?? error.message }));
  if (answer.ok) promtool(['check', 'metrics'], await answer.text());
  else console.error(`${address} doesn't serve metrics (${answer.status}).`);
  if (!answer.ok) process.exitCode = 1;
  else if (!process.exitCode) console.log(`Checking ${address}\n  SUCCESS`);
}
