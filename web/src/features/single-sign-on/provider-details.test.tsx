import type { User } from '@kinbridge/contract/users/users.contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { CurrentUserContext } from '../../lib/current-user.ts';
import { organizationKey } from '../../lib/queries/organization.query.ts';
import { renderHtml } from '../../testing/render-html.tsx';
import { DomainList } from './domain-list.tsx';
import { ProviderDetails } from './provider-details.tsx';
import type { SignOnSettings } from './single-sign-on.api.ts';

const domains = [{ domain: 'willow.example', proven: false, txtRecord: 'kinbridge=1' }];
const settings = { oidc: { issuer: 'https://id.willow.example', clientId: 'kin', domains }, saml: {} };

/** The texts of the buttons that are disabled. */
function disabledButtons(approval: string): string[] {
  const client = new QueryClient();
  client.setQueryData(organizationKey(1), { id: 1, approval });
  const html = renderHtml(
    <QueryClientProvider client={client}>
      <CurrentUserContext value={{ id: 2, organizationId: 1 } as User}>
        <ProviderDetails organizationId={1} kind="oidc" settings={settings as SignOnSettings} onEdit={() => {}} />
        <DomainList organizationId={1} domains={domains} />
      </CurrentUserContext>
    </QueryClientProvider>,
  );
  const buttons = [...html.matchAll(/<button[^>]* disabled="".*?<\/button>/g)];
  return buttons.map(([button]) => button.replace(/<[^>]*>/g, ''));
}

it('lets a waiting organization only remove its provider', () => {
  expect(disabledButtons('WAITING')).toEqual(['Edit', 'Check Now']);
  expect(disabledButtons('APPROVED')).toEqual([]);
});
