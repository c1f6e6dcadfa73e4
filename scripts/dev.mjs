// `npm run dev`: serves the web from source with reloading, and proxies API requests to a server that is rebuilt and
// restarted on changes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createSocket } from 'node:net';
import { join } from 'node:path';
import { serverBuildOptions } from './build.mjs';
import { nodeProblem } from './node-version.mjs';
import { ensureInstalled } from './prepare.mjs';
import { repository } from './steps.mjs';

const problem = nodeProblem(process.versions.node);
if (problem) {
  console.error(problem);
  process.exit(1);
}
await ensureInstalled();

const port = Number(process.env.PORT ?? 3000);
const url = process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}`;
const apiPort = await findFreePort();
const { createServer } = await import('vite');
const { context } = await import('esbuild');

let server;
let ending = false;
let turn = Promise.resolve();

const root = join(repository, 'web');
// The web configuration defines the API paths and reads the target from here.
process.env.API_URL = `http://127.0.0.1:${apiPort}`;
const web = await createServer({
  root,
  configFile: join(root, 'vite.config.ts'),
  server: { host: '127.0.0.1', port, strictPort: true },
});
await web.listen();

const options = await serverBuildOptions();
const bundler = await context({
  ...options,
  plugins: [
    {
      name: 'restart',
      setup: (build) =>
        build.onEnd(({ errors }) => {
          // A failed build leaves the last good server running; esbuild has printed why.
          if (errors.length === 0) turn = turn.then(restart);
        }),
    },
  ],
});
await bundler.watch();
console.log(`Kinbridge for developers: ${url}`);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);

async function restart() {
  await stopServer();
  if (ending) return;
  server = spawn(process.execPath, ['--enable-source-maps', join(repository, 'server', 'dist', 'main', 'start.js')], {
    cwd: repository,
    env: { ...process.env, PORT: String(apiPort), PUBLIC_URL: url },
    stdio: 'inherit',
  });
}

async function stopServer() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, 'exit');
  server.kill('SIGTERM');
  await exit;
}

async function end() {
  ending = true;
  await bundler.dispose();
  await web.close();
  await turn.then(stopServer);
  process.exit(0);
}

async function findFreePort() {
  const socket = createSocket().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port: free } = socket.address();
  socket.close();
  return free;
}
