import type { User, UserUpdate } from '@kinbridge/contract/users/users.contract';
import { call } from '../../lib/api.ts';
import { userQuery } from '../../lib/queries/user.query.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useMutation } from '../../lib/use-mutation.ts';

/** The draft name of an unsaved edit. */
export function profileDraft(userId: number): string {
  return `profile.${userId}`;
}

/** Saves the profile; the server's response replaces the loaded one. */
export function useUpdateUser(id: number) {
  return useMutation({
    mutationFn: (body: UserUpdate) => call('PUT /v1/users/{id}', { params: { id }, body }),
    onSuccess: (user) => queryClient.setQueryData(userQuery(id).queryKey, user),
  });
}

export type OwnChoice = Partial<
  Pick<User, 'mailSentRequests' | 'mailAssignedRequests' | 'dailyDigest' | 'sendPushNotifications'>
>;

/** Saves one choice. The switch moves immediately and returns if that fails; choices are sent one at a time. */
export function useSaveOwnChoice(id: number, onFailure: (error: Error) => void) {
  const { queryKey } = userQuery(id);
  const show = (fields: Partial<User>) => queryClient.setQueryData(queryKey, (user) => user && { ...user, ...fields });
  return useMutation({
    about: (choice: OwnChoice) => Object.keys(choice).join(),
    scope: { id: `own-choices-${id}` },
    mutationFn: (body: OwnChoice) => call('PUT /v1/users/{id}', { params: { id }, body }),
    onMutate: async (choice) => {
      await queryClient.cancelQueries({ queryKey, exact: true });
      show(choice);
    },
    // Not the whole user: another choice may be waiting its turn.
    onSuccess: ({ updateTimestamp }) => show({ updateTimestamp }),
    onError: (error, choice) => {
      show(Object.fromEntries(Object.entries(choice).map(([name, on]) => [name, !on])));
      onFailure(error);
    },
  });
}
