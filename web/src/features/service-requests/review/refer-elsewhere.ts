import type { ServiceRequest } from '@kinbridge/contract/service-requests/service-requests.contract';
import { useState } from 'react';
import { useOwnOrganizationId } from '../../../lib/current-user.ts';
import { useTicketUrl } from '../board-url.ts';

/** A request that your organization sent and that ended, or got no response in time, can be sent elsewhere. */
export function useReferElsewhere(request: ServiceRequest | undefined) {
  const organizationId = useOwnOrganizationId();
  const { refers } = useTicketUrl();
  // An email's link opens the dialog once.
  const [opened, setOpened] = useState(refers);
  const possible =
    request !== undefined &&
    request.organizationId === organizationId &&
    (request.status === 'CANCELLED' || request.overdue);
  return {
    opened: opened && possible,
    open: possible ? () => setOpened(true) : undefined,
    close: () => setOpened(false),
  };
}
