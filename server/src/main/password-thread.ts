// entry: the thread that rates new passwords
import { parentPort } from 'node:worker_threads';
import { ratePassword } from '../features/auth/rate-password.ts';

parentPort?.on('message', ({ id, password, words }) => {
  parentPort?.postMessage({ id, score: ratePassword(password, words) });
});
