// entry: the thread that encodes one picture
import { parentPort, workerData } from 'node:worker_threads';
import { encodePicture } from '../features/organizations/encode-picture.ts';

parentPort?.postMessage(await encodePicture(workerData));
