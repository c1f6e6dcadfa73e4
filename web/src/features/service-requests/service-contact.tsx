import { addressLines, type Contact, shortWebsite } from '@kinbridge/contract/services/contact';
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatPhoneNumber } from '../../lib/format-phone-number.ts';

/** How to reach a service, as labels and values; without what is unknown. */
export function contactFacts(contact: Contact): [label: string, value: ReactNode][] {
  const { phoneNumber, website } = contact;
  const address = addressLines(contact);
  const facts: [string, ReactNode][] = [
    [
      'Phone',
      phoneNumber && (
        <Anchor href={`tel:${phoneNumber}`} fz="inherit">
          {formatPhoneNumber(phoneNumber)}
        </Anchor>
      ),
    ],
    ['Address', address.length > 0 && <span className="pre-line">{address.join('\n')}</span>],
    [
      'Website',
      website && (
        <Anchor href={website} target="_blank" rel="noreferrer" fz="inherit">
          {shortWebsite(website)}
        </Anchor>
      ),
    ],
  ];
  return facts.filter(([, value]) => value);
}
