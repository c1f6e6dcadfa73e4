import type { Calls } from '@kinbridge/contract/calls';
import type { CallInput } from '@kinbridge/contract/shared/call';
import { keepPreviousData } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api.ts';

/** Unfinished requests of the member for the same service or type. */
export function similarRequestsQuery(serviceId: number, memberId: number) {
  return callQuery(['similar-requests', serviceId, memberId], 'GET /v1/service-requests/similar', {
    query: { serviceId, patientId: memberId },
    retry: false,
  });
}

/** Who would get a text about the requests that the form creates. */
export function newRequestTextsQuery(question: CallInput<Calls['POST /v1/service-requests/texts']>['body']) {
  return callQuery(['new-request-texts', question], 'POST /v1/service-requests/texts', {
    body: question,
    enabled: question.serviceIds.length > 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

/** The minimum number of letters to search members: the database index needs three. */
export const searchLetters = 3;
const longestSearch = 100;

export interface MemberSearch {
  name: string;
  /** YYYY-MM-DD, or blank. */
  birthDate: string;
}

/** Members of the organization who match. The signal cancels outdated searches. */
export function likelyMembersQuery(organizationId: number, { name: typed, birthDate }: MemberSearch) {
  // A first and a last name can be longer together than a search.
  const name = typed.slice(0, longestSearch).trim();
  return callQuery(
    ['members', 'likely', organizationId, name, birthDate],
    'POST /v1/organizations/{id}/members/search',
    {
      params: { id: organizationId },
      body: { name, size: 5, sort: 'lastName,asc', ...(birthDate && { birthDate }) },
      enabled: name.length >= searchLetters,
      retry: false,
    },
  );
}
