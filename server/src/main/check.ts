// entry: checks an installation, one line each, and exits with 1 if something fails

import { StartError } from '../start-error.ts';
import { readConfig } from './config.ts';
import { runMain } from './run-main.ts';
import { checkInstallation } from './self-check/check-installation.ts';

await runMain(async () => {
  const mailTo = readMailTo(process.argv.slice(2));
  const isGood = await checkInstallation(readConfig(), mailTo, (line) => process.stdout.write(`${line}\n`));
  if (!isGood) process.exitCode = 1;
});

/** The address after --mail-to, if there is one. */
function readMailTo(given: string[]): string | undefined {
  const [option, address, ...rest] = given.flatMap((one) => one.split(/(?<=^--mail-to)=/));
  if (option === undefined) return undefined;
  if (option === '--mail-to' && address?.includes('@') && rest.length === 0) return address;
  throw new StartError('Usage: npm run check, or npm run check -- --mail-to ada@example.org');
}
