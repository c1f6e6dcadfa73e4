/** A separate process that calls the portal or bare over a fixed number of connections, one call at a time on each. */
import { connect, type Socket } from 'node:net';
import { type Call, operations, portalCall, type Side, type World } from './operations.ts';
import { answerMessages } from './processes.ts';

export interface LoadOrder {
  side: Exclude<Side, 'capture'>;
  port: number;
  operation: string;
  seconds: number;
  connections: number;
  world?: World;
}

export interface Load {
  requests: number;
  seconds: number;
  /** In milliseconds, sorted. */
  times: number[];
}

let world: World;
/** Calls made per connection; they alone determine a call's content. */
const made = new Map<string, number>();

answerMessages(async (order: LoadOrder): Promise<Load> => {
  world = order.world ?? world;
  const times: number[] = [];
  const connections = await Promise.all(Array.from({ length: order.connections }, () => open(order.port)));
  const start = performance.now();
  const until = start + order.seconds * 1000;
  await Promise.all(connections.map((connection, index) => callAgain({ connection, index }, order, until, times)));
  const seconds = (performance.now() - start) / 1000;
  for (const connection of connections) connection.close();
  return { requests: times.length, seconds, times: times.sort((a, b) => a - b) };
});

async function callAgain(
  { connection, index }: { connection: Connection; index: number },
  order: LoadOrder,
  until: number,
  times: number[],
) {
  const operation = operations[order.operation];
  if (!operation) throw new Error(`'${order.operation}' isn't an operation.`);
  const counter = `${order.side} ${order.operation} ${index}`;
  for (let now = performance.now(); now < until; ) {
    const n = made.get(counter) ?? 0;
    made.set(counter, n + 1);
    const vars = operation.vars(world, order.side, index, n);
    const call: Call =
      order.side === 'portal'
        ? portalCall(world, operation, vars, index)
        : {
            method: 'GET',
            path: `/${order.operation}/${operation.variant?.(vars) ?? 'all'}?${new URLSearchParams(vars as Record<string, string>)}`,
          };
    const status = await connection.send(call);
    if (status < 200 || status > 299) throw new Error(`${order.side}, ${operation.title}: ${status} to ${call.path}`);
    const then = performance.now();
    times.push(then - now);
    now = then;
  }
}

interface Connection {
  /** The status, once the full response has arrived. */
  send(call: Call): Promise<number>;
  close(): void;
}

/** A plain socket, because a richer client would take CPU time from the measured processes. */
async function open(port: number): Promise<Connection> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve(status: number): void; reject(error: Error): void } | undefined;
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    if (!isWhole(received)) return;
    const status = Number(received.toString('latin1', 9, 12));
    received = Buffer.alloc(0);
    waiting?.resolve(status);
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('The connection was closed.')));
  return {
    send(call) {
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(asBytes(call, port));
      });
    },
    close() {
      waiting = undefined;
      socket.destroy();
    },
  };
}

function asBytes({ method, path, headers = {}, body }: Call, port: number): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines.join('')}${length}\r\n${body ?? ''}`;
}

/** Whether a response is complete, by its length or last chunk. */
function isWhole(bytes: Buffer): boolean {
  const head = bytes.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const headers = bytes.toString('latin1', 0, head).toLowerCase();
  const length = /\ncontent-length: (\d+)/.exec(headers);
  if (length) return bytes.length >= head + 4 + Number(length[1]);
  for (let at = head + 4; ; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return false;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    at = line + 2 + size + 2;
    if (size === 0) return bytes.length >= at;
    if (at > bytes.length) return false;
  }
}
