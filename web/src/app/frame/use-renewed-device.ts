import type { User } from '@kinbridge/contract/users/users.contract';
import { useEffect } from 'react';
import { rememberedDevice } from '../../lib/push-device.ts';

/** Makes this browser one of the person's devices again, which it was until their last session ended. */
export function useRenewedDevice(user: User | undefined): void {
  const wanted = user?.sendPushNotifications ? user.id : null;
  useEffect(() => {
    if (wanted === null || rememberedDevice(wanted)?.isCurrent !== false) return;
    const renew = async () => {
      const { renewBrowser } = await import('../../features/profile/push-notifications/push-device.ts');
      await renewBrowser(wanted);
    };
    renew().catch(() => undefined);
  }, [wanted]);
}
