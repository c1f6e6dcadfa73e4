import { type LookupAddress, lookup } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type DocumentProblem, DocumentRefused, documentBounds } from '../../document-bounds.ts';
import { isLoopbackHost, isPublicAddress } from './provider-addresses.ts';

/** How identity providers may be reached. */
export interface ProviderNetwork {
  timeoutSeconds: number;
  /** Private addresses are allowed too. */
  privateNetwork: boolean;
  /** A trial on one's own machine: loopback addresses are allowed, even without encryption. */
  loopback: boolean;
}

/** How far a provider's clock may differ from ours, either way. */
export const clockToleranceSeconds = 180;

/** What a provider sent is larger than any metadata or keys, or would take long to read. */
export function refusedAnswer(problem: DocumentProblem): DocumentRefused {
  return new DocumentRefused("What the organization's sign-in service sent", problem, {
    advice: 'Please ask your administrator.',
  });
}

/** The provider is down, slow, fails, or is where we don't go. */
export class ProviderUnreachable extends Error {}

export interface ProviderRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams | null;
}

export type ProviderFetch = (url: string, request?: ProviderRequest) => Promise<Response>;

/**
 * Requests to an address that an admin entered: encrypted, to public addresses, without redirects, of limited size. All
 * requests made with one of these share its time.
 */
export function createProviderFetch(network: ProviderNetwork): ProviderFetch {
  const signal = AbortSignal.timeout(network.timeoutSeconds * 1000);
  return async (url, { method = 'GET', headers = {}, body } = {}) => {
    const address = new URL(url);
    if (!isAllowedUrl(address, network)) throw new ProviderUnreachable(`${address.origin} isn't allowed`);
    const text = body == null ? undefined : String(body);
    try {
      const response = await send(address, { method, headers, text, signal, lookup: guardedLookup(network) });
      if (response.status >= 500) throw new ProviderUnreachable(`${address.origin} answered ${response.status}`);
      return response;
    } catch (error) {
      if (error instanceof ProviderUnreachable || error instanceof DocumentRefused) throw error;
      throw new ProviderUnreachable(`${address.origin} can't be reached`, { cause: error });
    }
  };
}

/** Encrypted, or on this machine during a trial. */
export function isAllowedUrl(url: URL, { privateNetwork, loopback }: ProviderNetwork): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'http:') return loopback && isLoopbackHost(host);
  if (url.protocol !== 'https:') return false;
  // Names are checked when they are looked up.
  return loopback || privateNetwork || isIP(host) === 0 || isPublicAddress(host);
}

/** Checks the address that is connected to, so a name can't lead elsewhere afterwards. */
function guardedLookup({ privateNetwork, loopback }: ProviderNetwork): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const refused = !privateNetwork && !loopback && found?.some(({ address }) => !isPublicAddress(address));
      const [first] = found ?? [];
      if (error || refused || !first) {
        return done(error ?? new ProviderUnreachable(`${host} isn't a public address`), '', 0);
      }
      if (options.all) (done as unknown as (error: null, found: LookupAddress[]) => void)(null, found);
      else done(null, first.address, first.family);
    });
  };
}

interface Sent {
  method: string;
  headers: Record<string, string>;
  text: string | undefined;
  signal: AbortSignal;
  lookup: LookupFunction;
}

function send(url: URL, { text, ...options }: Sent): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const sent = request(url, { ...options, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      let size = 0;
      incoming.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > documentBounds.providerBytes) incoming.destroy(refusedAnswer('too large'));
      });
      incoming.on('error', reject);
      incoming.on('end', () => {
        const { statusCode: status = 500 } = incoming;
        const headers = { 'content-type': incoming.headers['content-type'] ?? '' };
        resolve(new Response([204, 304].includes(status) ? null : Buffer.concat(chunks), { status, headers }));
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}
