import { call, callQuery } from '../../../lib/api.ts';
import { forgetDevice } from '../../../lib/push-device.ts';
import { invalidate, queryClient } from '../../../lib/query-client.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { PushUnavailable, registerBrowser } from './push-device.ts';
import { pushTexts } from './push-notifications.texts.ts';

export function pushDevicesQuery(userId: number) {
  return callQuery(['users', userId, 'push-subscriptions'], 'GET /v1/users/{id}/push-subscriptions', {
    params: { id: userId },
  });
}

export function pushFailure(error: Error): string {
  return error instanceof PushUnavailable ? pushTexts.problems[error.problem] : error.message;
}

/** Its row appears, or moves, with the list. */
export function useRegisterBrowser(userId: number) {
  return useMutation({
    mutationFn: () => registerBrowser(userId),
    onSuccess: () => invalidate(pushDevicesQuery(userId).queryKey),
  });
}

export function useRemoveDevice(userId: number, onFailure: (error: Error) => void) {
  const { queryKey } = pushDevicesQuery(userId);
  return useMutation({
    about: (subscriptionId: number) => subscriptionId,
    mutationFn: (subscriptionId: number) =>
      call('DELETE /v1/users/{id}/push-subscriptions/{subscriptionId}', { params: { id: userId, subscriptionId } }),
    onSuccess: (_, subscriptionId) => {
      forgetDevice(subscriptionId);
      queryClient.setQueryData(queryKey, (listed) => listed?.filter(({ id }) => id !== subscriptionId));
    },
    onError: (error) => {
      onFailure(error);
      void invalidate(queryKey);
    },
  });
}
