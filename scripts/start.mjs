// `npm start`. May run on any Node version, so it checks the version before loading newer code.
import { nodeProblem } from './node-version.mjs';

const problem = nodeProblem(process.versions.node);
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else {
  start();
}

async function start() {
  const { prepare } = await import('./prepare.mjs');
  if (!(await prepare())) {
    process.exitCode = 1;
    return;
  }
  await import('../server/dist/main/start.js');
}
