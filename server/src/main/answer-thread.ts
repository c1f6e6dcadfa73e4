// entry: the thread that holds answers to their form
import { parentPort } from 'node:worker_threads';
import { examine } from '../features/surveys/examine-answers.ts';

// What the library does for the first time takes longest; nobody's answer waits for it.
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
