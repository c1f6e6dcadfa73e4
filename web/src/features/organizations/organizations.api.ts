import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/api.ts';

/** The organizations that people can join. */
export function useOrganizations({ enabled = true } = {}) {
  return useQuery(callQuery(['organizations'], 'GET /v1/organizations', { enabled }));
}

/** The organization that an invitation is for. */
export function useInvitation(invitation: string) {
  return useQuery(
    callQuery(['invitations', invitation], 'POST /v1/invitations/resolve', { body: { invitation }, retry: false }),
  );
}
