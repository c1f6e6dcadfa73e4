import type { EmailPreference } from '@kinbridge/contract/profile/email-preferences.contract';
import { call, callQuery } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';

export function emailPreferencesQuery(userId: number) {
  return callQuery(['users', userId, 'email-preferences'], 'GET /v1/users/{id}/email-preferences', {
    params: { id: userId },
  });
}

/** Saves one choice. The switch moves immediately and returns if that fails; choices are sent one at a time. */
export function useSaveEmailPreference(userId: number, onFailure: (preference: EmailPreference, error: Error) => void) {
  const { queryKey } = emailPreferencesQuery(userId);

  function show({ serviceId, isEmailRequired }: EmailPreference) {
    queryClient.setQueryData(queryKey, (shown) =>
      shown?.map((row) => (row.serviceId === serviceId ? { ...row, isEmailRequired } : row)),
    );
  }

  return useMutation({
    mutationKey: queryKey,
    about: (preference: EmailPreference) => preference.serviceId,
    scope: { id: `email-preferences-${userId}` },
    mutationFn: async (preference: EmailPreference) => {
      const input = { params: { id: userId }, body: preference };
      return preference.id === null
        ? call('POST /v1/users/{id}/email-preferences', input)
        : call('PUT /v1/users/{id}/email-preferences', input);
    },
    onMutate: async (preference) => {
      await queryClient.cancelQueries({ queryKey });
      show(preference);
    },
    onSuccess: (saved) => {
      // While another choice is being saved, the server's list would briefly switch it back.
      if (queryClient.isMutating({ mutationKey: queryKey }) === 1) queryClient.setQueryData(queryKey, saved);
    },
    onError: (error, preference) => {
      show({ ...preference, isEmailRequired: !preference.isEmailRequired });
      onFailure(preference, error);
    },
  });
}
