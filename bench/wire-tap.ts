/** A proxy in front of PostgreSQL that records every statement with its parameters and rows. */
import { connect, createServer, type Socket } from 'node:net';

export interface Sent {
  connection: number;
  text: string;
  /** As text. */
  values: (string | null)[];
  rows: Record<string, string | null>[];
}

export interface WireTap {
  url: string;
  /** Statements since the last call, in order. */
  take(): Sent[];
  close(): void;
}

export async function openWireTap(databaseUrl: string): Promise<WireTap> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let seen: Sent[] = [];
  let connections = 0;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const recorder = new Recorder(++connections, (sent) => seen.push(sent));
    const fromClient = messages(true, (type, body) => recorder.fromClient(type, body));
    const fromDatabase = messages(false, (type, body) => recorder.fromDatabase(type, body));
    client.on('data', fromClient).pipe(database);
    database.on('data', fromDatabase).pipe(client);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(address && typeof address === 'object' ? address.port : 0);
  return {
    url: url.href,
    take() {
      const taken = seen;
      seen = [];
      return taken;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Splits a stream into messages. A client's first message has no type. */
function messages(untypedFirst: boolean, handle: (type: string, body: Buffer) => void) {
  let left = Buffer.alloc(0);
  let untyped = untypedFirst;
  return (chunk: Buffer) => {
    left = Buffer.concat([left, chunk]);
    for (;;) {
      const head = untyped ? 0 : 1;
      if (left.length < head + 4) return;
      const length = head + left.readInt32BE(head);
      if (left.length < length) return;
      if (!untyped) handle(String.fromCharCode(left[0] ?? 0), left.subarray(5, length));
      untyped = false;
      left = left.subarray(length);
    }
  };
}

/** One connection: its current statement and results. */
class Recorder {
  readonly #statements = new Map<string, { text: string; columns: string[] }>();
  readonly #running: (Sent & { simple: boolean; name: string })[] = [];
  #bound = { name: '', values: [] as (string | null)[] };
  readonly #record: (sent: Sent) => void;

  constructor(
    private readonly connection: number,
    record: (sent: Sent) => void,
  ) {
    this.#record = record;
  }

  fromClient(type: string, body: Buffer): void {
    if (type === 'Q') this.#start(readText(body, 0).text, [], true, '');
    else if (type === 'P') {
      const name = readText(body, 0);
      this.#statements.set(name.text, { text: readText(body, name.next).text, columns: [] });
    } else if (type === 'B') this.#bound = readBind(body);
    else if (type === 'E') {
      const { name, values } = this.#bound;
      this.#start(this.#statements.get(name)?.text ?? '', values, false, name);
    }
  }

  fromDatabase(type: string, body: Buffer): void {
    const [current] = this.#running;
    if (!current) return;
    if (type === 'T') this.#columnsOf(current.name, readColumns(body));
    else if (type === 'D' && current.rows.length < 20) {
      const columns = this.#statements.get(current.name)?.columns ?? [];
      current.rows.push(
        Object.fromEntries(readRow(body).map((value, index) => [columns[index] ?? String(index), value])),
      );
    } else if (type === 'C' && !current.simple) this.#running.shift();
    else if (type === 'Z') this.#running.length = 0;
  }

  #start(text: string, values: (string | null)[], simple: boolean, name: string): void {
    const sent = { connection: this.connection, text, values, rows: [], simple, name };
    this.#running.push(sent);
    this.#record(sent);
  }

  /** A client that knows a named statement's columns doesn't ask again. */
  #columnsOf(name: string, columns: string[]): void {
    const statement = this.#statements.get(name);
    if (statement) statement.columns = columns;
  }
}

function readText(body: Buffer, at: number): { text: string; next: number } {
  const end = body.indexOf(0, at);
  return { text: body.toString('utf8', at, end), next: end + 1 };
}

function readBind(body: Buffer): { name: string; values: (string | null)[] } {
  const name = readText(body, readText(body, 0).next);
  const formatCount = body.readInt16BE(name.next);
  const formats = Array.from({ length: formatCount }, (_, index) => body.readInt16BE(name.next + 2 + index * 2));
  let at = name.next + 2 + formatCount * 2;
  const count = body.readInt16BE(at);
  at += 2;
  const values = Array.from({ length: count }, (_, index) => {
    const { bytes, next } = readValue(body, at);
    at = next;
    const binary = (formats.length === 1 ? formats[0] : formats[index]) === 1;
    return bytes && (binary ? `\\x${bytes.toString('hex')}` : bytes.toString('utf8'));
  });
  return { name: name.text, values };
}

function readColumns(body: Buffer): string[] {
  let at = 2;
  return Array.from({ length: body.readInt16BE(0) }, () => {
    const name = readText(body, at);
    at = name.next + 18;
    return name.text;
  });
}

function readRow(body: Buffer): (string | null)[] {
  let at = 2;
  return Array.from({ length: body.readInt16BE(0) }, () => {
    const { bytes, next } = readValue(body, at);
    at = next;
    return bytes?.toString('utf8') ?? null;
  });
}

function readValue(body: Buffer, at: number): { bytes: Buffer | null; next: number } {
  const length = body.readInt32BE(at);
  if (length < 0) return { bytes: null, next: at + 4 };
  return { bytes: body.subarray(at + 4, at + 4 + length), next: at + 4 + length };
}
