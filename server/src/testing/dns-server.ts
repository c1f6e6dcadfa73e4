import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

export type DnsServer = Awaited<ReturnType<typeof startDnsServer>>;

/** Starts a local DNS server that knows TXT records only, on a free port if none is given. */
export async function startDnsServer(at = 0) {
  const socket = createSocket('udp4');
  /** What a domain publishes. Others don't exist; null never answers. */
  const texts = new Map<string, string[] | null>();
  socket.on('message', (query, { port, address }) => {
    const published = texts.get(nameIn(query));
    if (published !== null) socket.send(answerTo(query, published), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(at, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  // The address is for DNS_SERVERS.
  return { address: `127.0.0.1:${port}`, texts, stop: () => socket.close() };
}

/** The name in the question: labels, each after its length, until an empty one. */
function nameIn(query: Buffer): string {
  const labels = [];
  for (let at = 12; query[at]; at += 1 + (query[at] ?? 0))
    labels.push(query.toString('ascii', at + 1, at + 1 + (query[at] ?? 0)));
  return labels.join('.').toLowerCase();
}

/** Header and question of the query, then one record per text; an error if the name doesn't exist. */
function answerTo(query: Buffer, published: string[] | undefined): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const head = Buffer.from(query.subarray(0, end));
  head.writeUInt16BE(published ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(published?.length ?? 0, 6);
  head.writeUInt32BE(0, 8);
  const records = (published ?? []).map((text) => {
    const data = Buffer.concat([Buffer.of(text.length), Buffer.from(text)]);
    const record = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, data.length]);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, ...records]);
}
