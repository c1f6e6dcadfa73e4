import { connect, type Socket } from 'node:net';
import { ScannerAway, TooLargeToScan, type VirusScanner } from './virus-scans.ts';

export type ClamdAddress = { path: string } | { host: string; port: number };

const chunkBytes = 64 * 1024;
const maxReply = 4096;

/** It took a part of the file and closed the connection. */
class HungUp extends ScannerAway {}

/** ClamAV's daemon, which scans what is sent to it and never opens our files. */
export class ClamdScanner implements VirusScanner {
  constructor(private readonly address: ClamdAddress) {}

  async scan(bytes: Buffer, signal: AbortSignal): Promise<string | null> {
    const reply = await this.#askTwice(bytes, signal);
    if (reply === 'stream: OK') return null;
    const [, virus] = /^stream: (.+) FOUND$/.exec(reply) ?? [];
    if (virus) return virus;
    if (reply.includes('size limit exceeded')) throw new TooLargeToScan();
    throw new ScannerAway(`clamd answered ${JSON.stringify(reply.slice(0, 200))}`);
  }

  /**
   * Over its limit, clamd answers and hangs up while we still write, which can destroy its answer. If it only restarted,
   * a second attempt shows it; otherwise a file that is too large would count as one that it was away for.
   */
  async #askTwice(bytes: Buffer, signal: AbortSignal): Promise<string> {
    try {
      return await this.#ask(bytes, signal);
    } catch (error) {
      if (!(error instanceof HungUp)) throw error;
    }
    try {
      return await this.#ask(bytes, signal);
    } catch (error) {
      throw error instanceof HungUp ? new TooLargeToScan() : error;
    }
  }

  #ask(bytes: Buffer, signal: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new ScannerAway('clamd is too slow'));
      const socket = connect(this.address);
      const progress = { sent: 0 };
      const giveUp = () => socket.destroy();
      signal.addEventListener('abort', giveUp, { once: true });
      let reply = '';
      let reason = 'clamd closed the connection';
      socket.setEncoding('latin1');
      socket.on('data', (text: string) => {
        reply += text;
        if (reply.includes('\0') || reply.length > maxReply) socket.destroy();
      });
      socket.on('error', (error) => {
        reason = error.message;
      });
      socket.on('close', () => {
        signal.removeEventListener('abort', giveUp);
        const end = reply.indexOf('\0');
        if (end >= 0) resolve(reply.slice(0, end).trim());
        else if (signal.aborted) reject(new ScannerAway('clamd is too slow'));
        else reject(progress.sent > 0 ? new HungUp(reason) : new ScannerAway(reason));
      });
      void send(socket, bytes, progress);
    });
  }
}

/** Sends `zINSTREAM` with the file in chunks, each after its length, and an empty one at the end. Counts full chunks. */
async function send(socket: Socket, bytes: Buffer, progress: { sent: number }): Promise<void> {
  const write = (data: string | Buffer) =>
    new Promise<boolean>((resolve) => socket.write(data, (error) => resolve(!error)));
  if (!(await write('zINSTREAM\0'))) return;
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    const chunk = bytes.subarray(from, from + chunkBytes);
    if (!(await write(Buffer.concat([lengthOf(chunk), chunk])))) return;
    if (chunk.length === chunkBytes) progress.sent++;
  }
  await write(lengthOf(Buffer.alloc(0)));
}

function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}
