// entry: the thread that checks answers against their form
import { parentPort } from 'node:worker_threads';
import { examine } from '../features/forms/examine-answers.ts';

// Warms up the library, so the first answer doesn't wait for it.
const elements = [
  { type: 'text', name: 'a', isRequired: true, visibleIf: '{b} = 1' },
  { type: 'matrixdynamic', name: 'm', columns: [{ name: 'c' }] },
];
examine({ elements, calculatedValues: [{ name: 'b' }] }, { b: 1 });
parentPort?.on('message', ({ definition, answers }) => {
  try {
    parentPort?.postMessage({ result: examine(definition, answers) });
  } catch {
    parentPort?.postMessage({ result: null });
  }
});
parentPort?.postMessage('ready');
