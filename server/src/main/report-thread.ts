// entry: the thread that writes one report as PDF
import { parentPort, workerData } from 'node:worker_threads';
import { printReport } from '../features/metrics/print-report.ts';

parentPort?.postMessage(await printReport(workerData));
