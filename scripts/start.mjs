// `npm start`. Read by whatever Node the person has, so the version is checked before anything newer is loaded.
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
