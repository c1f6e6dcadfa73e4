// entry: the thread that reads SAML documents
import { parentPort } from 'node:worker_threads';
import { doSamlTask } from '../features/single-sign-on/saml-tasks.ts';

// Loads the libraries, so the first document doesn't wait for them.
await import('@node-saml/node-saml');
parentPort?.on('message', async (task) => {
  const result = await doSamlTask(task).then(
    (value) => ({ value }),
    ({ message }: Error) => ({ problem: message }),
  );
  parentPort?.postMessage({ result });
});
parentPort?.postMessage('ready');
