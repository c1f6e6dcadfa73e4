import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { listen } from './listen.ts';

/** The test file of the antivirus industry, in two parts so that no scanner finds it here. */
export const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!'}$H+H*`;

/** Speaks clamd's zINSTREAM on this machine, finds the EICAR file, and refuses streams that are too large. */
export async function startClamd(maxBytes = 30 * 1024 * 1024) {
  const sockets = new Set<Socket>();
  /** What those who wait for an answer are answered with. */
  const waiting = new Map<Socket, () => void>();
  const state = {
    hangs: false,
    hangsUp: false,
    scanned: [] as Buffer[],
    get held() {
      return waiting.size;
    },
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = Buffer.alloc(0);
    const answer = () => {
      const file = unpack(received);
      if (file.bytes.length > maxBytes) return socket.end('INSTREAM size limit exceeded. ERROR\0');
      if (!file.ended) return;
      state.scanned.push(file.bytes);
      socket.end(file.bytes.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
    };
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      waiting.delete(socket);
    });
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      if (state.hangsUp && received.length > 100_000) socket.destroy();
      else if (state.hangs || waiting.has(socket)) waiting.set(socket, answer);
      else answer();
    });
  });
  const port = await listen(server);
  return {
    url: `tcp://127.0.0.1:${port}`,
    state,
    /** Answers those whom it left hanging. */
    release: () => {
      state.hangs = false;
      for (const [socket, answer] of [...waiting]) {
        waiting.delete(socket);
        answer();
      }
    },
    /** Refuses connections until it is started again. */
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
    start: () => listen(server, port),
  };
}

const command = 'zINSTREAM\0';

function unpack(received: Buffer): { bytes: Buffer; ended: boolean } {
  if (received.length >= command.length && received.toString('latin1', 0, command.length) !== command) {
    throw new Error('not zINSTREAM');
  }
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return { bytes: Buffer.concat(chunks), ended: true };
    if (at + 4 + length > received.length) break;
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return { bytes: Buffer.concat(chunks), ended: false };
}
