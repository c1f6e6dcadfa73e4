import type { RegisteredOrganization } from '@kinbridge/contract/operator/operator-organizations.contract';
import { organizationTypeLabels } from '@kinbridge/contract/organizations/organization-type';
import { serviceTypeLabels } from '@kinbridge/contract/services/service-type';
import { formatPhoneNumber } from '../../../lib/format-phone-number.ts';
import type { Change } from '../../../ui/table/changes-table.tsx';

type Fact = (organization: RegisteredOrganization) => string | null;

const facts: Record<string, Fact> = {
  Name: ({ name }) => name,
  Logo: ({ imageFilename }) => imageFilename,
  Type: ({ organizationType }) => organizationTypeLabels[organizationType],
  Address: ({ address }) => address,
  City: ({ city }) => city,
  State: ({ state }) => state,
  Zip: ({ zipCode }) => zipCode,
  Phone: ({ phoneNumber }) => formatPhoneNumber(phoneNumber),
  Email: ({ email }) => email,
  Website: ({ website }) => website,
  Description: ({ description }) => description,
  Services: ({ services }) => services.map(({ name, type }) => `${name}, ${serviceTypeLabels[type]}`).join('\n'),
};

/** What differs between an organization as an operator saw it and as it is now. */
export function profileChanges(seen: RegisteredOrganization, now: RegisteredOrganization): Change[] {
  return Object.entries(facts)
    .map(([label, read]) => ({ label, before: read(seen), after: read(now) }))
    .filter(({ before, after }) => before !== after);
}
