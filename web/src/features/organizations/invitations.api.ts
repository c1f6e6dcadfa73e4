import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** The organization that an invitation is for. */
export function useInvitation(invitation: string) {
  return useQuery({
    queryKey: ['invitations', invitation],
    queryFn: ({ signal }) => call('POST /v1/invitations/resolve', { body: { invitation }, signal }),
    retry: false,
  });
}
