import { useQuery } from '@tanstack/react-query';
import { useOwnOrganizationId } from '../current-user.ts';
import { organizationQuery } from './organization.query.ts';

/** Whether the signed-in staff's organization waits for approval, so that it reaches nobody outside. */
export function useIsWaiting(): boolean {
  const { data: organization } = useQuery(organizationQuery(useOwnOrganizationId()));
  return organization?.approval === 'WAITING';
}
