import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/queries/call-query.ts';

/** The organization that an invitation is for. */
export function useInvitation(invitation: string) {
  return useQuery(
    callQuery(['invitations', invitation], 'POST /v1/invitations/resolve', { body: { invitation }, retry: false }),
  );
}
