import { type DocumentProblem, DocumentRefused, documentBounds } from '../../document-bounds.ts';
import { AddressRefused, isAllowedUrl, type ReachableNetwork, sendGuarded } from '../network/guarded-request.ts';

/** How far a provider's clock may differ from ours, either way. */
export const clockToleranceSeconds = 180;

/** What a provider sent is larger than any metadata or keys, or would take long to read. */
export function refusedAnswer(problem: DocumentProblem): DocumentRefused {
  return new DocumentRefused("What the organization's sign-in service sent", problem, {
    advice: 'Please ask your administrator.',
  });
}

const tooLarge = { bytes: documentBounds.providerBytes, error: () => refusedAnswer('too large') };

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
export function createProviderFetch(network: ReachableNetwork): ProviderFetch {
  const signal = AbortSignal.timeout(network.timeoutSeconds * 1000);
  return async (url, { method = 'GET', headers = {}, body } = {}) => {
    const address = new URL(url);
    if (!isAllowedUrl(address, network)) throw new ProviderUnreachable(`${address.origin} isn't allowed`);
    const text = body == null ? undefined : String(body);
    try {
      const response = await sendGuarded(address, network, { method, headers, body: text, signal, tooLarge });
      if (response.status >= 500) throw new ProviderUnreachable(`${address.origin} answered ${response.status}`);
      return response;
    } catch (error) {
      if (error instanceof ProviderUnreachable || error instanceof DocumentRefused) throw error;
      if (error instanceof AddressRefused) throw new ProviderUnreachable(error.message);
      throw new ProviderUnreachable(`${address.origin} can't be reached`, { cause: error });
    }
  };
}
