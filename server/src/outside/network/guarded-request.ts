import { type LookupAddress, lookup } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackHost, isPublicAddress } from './public-addresses.ts';

/** Which addresses that people entered may be reached: public ones, and what is named here. */
export interface ReachableNetwork {
  timeoutSeconds: number;
  /** Private addresses are allowed too. */
  privateNetwork: boolean;
  /** A trial on one's own machine: loopback addresses are allowed, even without encryption. */
  loopback: boolean;
}

/** The address is where we don't go. */
export class AddressRefused extends Error {}

export interface GuardedRequest {
  method: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
  signal: AbortSignal;
  /** The answer is larger than anyone should send. */
  tooLarge: { bytes: number; error: () => Error };
}

/** Encrypted, or on this machine during a trial. */
export function isAllowedUrl(url: URL, network: ReachableNetwork): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'http:') return network.loopback && isLoopbackHost(host);
  if (url.protocol !== 'https:') return false;
  // Names are checked when they are looked up.
  return isIP(host) === 0 || isAllowedAddress(host, network);
}

function isAllowedAddress(address: string, { privateNetwork, loopback }: ReachableNetwork): boolean {
  return privateNetwork || isPublicAddress(address) || (loopback && isLoopbackHost(address));
}

/** Checks the address that is connected to, so a name can't lead elsewhere afterwards. */
export function guardedLookup(network: ReachableNetwork): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const refused = found?.some(({ address }) => !isAllowedAddress(address, network));
      const [first] = found ?? [];
      if (error || refused || !first) {
        return done(error ?? new AddressRefused(`${host} isn't a public address`), '', 0);
      }
      if (options.all) (done as unknown as (error: null, found: LookupAddress[]) => void)(null, found);
      else done(null, first.address, first.family);
    });
  };
}

/** Nobody waits longer for a name while entering it. */
const lookupMs = 2_000;

/** False if the name leads where we don't go. A name that can't be found now is checked when it is called. */
export function resolvesAllowed({ hostname }: URL, network: ReachableNetwork): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(resolve, lookupMs, true).unref();
    const host = hostname.replace(/^\[|\]$/g, '');
    guardedLookup(network)(host, {}, (error) => resolve(!(error instanceof AddressRefused)));
  });
}

/** Sends to an address that a person entered. Redirects aren't followed, and answers are of limited size. */
export function sendGuarded(url: URL, network: ReachableNetwork, request: GuardedRequest): Promise<Response> {
  const { body, tooLarge, ...options } = request;
  return new Promise((resolve, reject) => {
    const { request: start } = url.protocol === 'https:' ? https : http;
    const sent = start(url, { ...options, lookup: guardedLookup(network), agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      let size = 0;
      incoming.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > tooLarge.bytes) incoming.destroy(tooLarge.error());
      });
      incoming.on('error', reject);
      incoming.on('end', () => resolve(answerOf(incoming, Buffer.concat(chunks))));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function answerOf({ statusCode: status = 500, headers }: http.IncomingMessage, body: Buffer): Response {
  const kept = ['content-type', 'retry-after'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  // What isn't an HTTP status makes Response throw.
  const known = status >= 200 && status <= 599 ? status : 500;
  return new Response([204, 205, 304].includes(known) ? null : body, { status: known, headers: kept });
}
