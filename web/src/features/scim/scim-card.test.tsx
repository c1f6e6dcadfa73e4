import type { User } from '@kinbridge/contract/users/users.contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { CurrentUserContext } from '../../lib/current-user.ts';
import { organizationKey } from '../../lib/queries/organization.query.ts';
import { renderHtml } from '../../testing/render-html.tsx';
import { scimTexts } from './scim.texts.ts';
import { ScimCard } from './scim-card.tsx';

function cardOf(approval: string): string {
  const client = new QueryClient();
  client.setQueryData(organizationKey(1), { id: 1, approval });
  return renderHtml(
    <QueryClientProvider client={client}>
      <CurrentUserContext value={{ id: 2, organizationId: 1 } as User}>
        <ScimCard organizationId={1} origin="https://kinbridge.example" />
      </CurrentUserContext>
    </QueryClientProvider>,
  );
}

it('says what opens with the approval, and disables it until then', () => {
  const waiting = cardOf('WAITING');
  expect(waiting).toContain('Your organization is waiting for approval');
  expect(waiting).toMatch(/<button[^>]* disabled=/);
});

it('says nothing to an approved organization', () => {
  const approved = cardOf('APPROVED');
  expect(approved).toContain(scimTexts.create);
  expect(approved).not.toContain('waiting for approval');
  expect(approved).not.toMatch(/<button[^>]* disabled=/);
});
