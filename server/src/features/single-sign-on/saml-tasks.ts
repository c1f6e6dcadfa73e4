import { isAllowedUrl, type ReachableNetwork } from '../../outside/network/guarded-request.ts';
import { readProviderMetadata, type SamlProvider } from './saml-metadata.ts';
import { type Assertion, readAssertion } from './saml-response.ts';
import { type ServiceProvider, signInAddress } from './saml-service-provider.ts';

/** Work on a provider's documents, done in a thread. */
export type SamlTask = { metadata: string; network: ReachableNetwork } & (
  | { do: 'read metadata' }
  | { do: 'read response'; ours: ServiceProvider; samlResponse: string; decryptionKey: string | null }
  | { do: 'start'; ours: ServiceProvider; request: Parameters<typeof signInAddress>[2] }
);

/** What a task answers. */
export interface SamlResults {
  'read metadata': SamlProvider;
  'read response': Assertion;
  /** Where the browser goes. */
  start: string;
}

/** Throws the reason, in a sentence for metadata, else in a few words. */
export async function doSamlTask(task: SamlTask): Promise<SamlResults[SamlTask['do']]> {
  const provider = await readProviderMetadata(
    task.metadata,
    (url) => URL.canParse(url) && isAllowedUrl(new URL(url), task.network),
  );
  if (task.do === 'read response') return readAssertion(task.ours, provider, task);
  return task.do === 'start' ? signInAddress(task.ours, provider, task.request) : provider;
}
