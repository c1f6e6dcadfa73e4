import type { User } from '@kinbridge/contract/users/users.contract';
import { useState } from 'react';
import { notifyError, notifySuccess } from '../../../ui/notices/notices.tsx';
import { useSaveOwnChoice } from '../users.api.ts';
import { askForPush, PushUnavailable } from './push-device.ts';
import { useRegisterBrowser } from './push-notifications.api.ts';
import { pushTexts as texts } from './push-notifications.texts.ts';
import type { PushProblem } from './push-support.ts';

/** Turns notices on and off, and on in this browser, with what is in the way. */
export function usePushSwitch(user: User) {
  const register = useRegisterBrowser(user.id);
  const save = useSaveOwnChoice(user.id, ({ message }) => notifyError(`${texts.saveFailed} ${message}`));
  const [problem, setProblem] = useState<PushProblem | null>(null);
  const [asking, setAsking] = useState(false);

  async function turnOnHere() {
    setProblem(null);
    setAsking(true);
    try {
      await askForPush();
      await register.mutateAsync();
    } catch (error) {
      if (error instanceof PushUnavailable) setProblem(error.problem);
      else notifyError((error as Error).message);
      return;
    } finally {
      setAsking(false);
    }
    const done = () => notifySuccess(texts.turnedOn);
    if (user.sendPushNotifications) done();
    else save.mutate({ sendPushNotifications: true }, { onSuccess: done });
  }

  function turnOff() {
    setProblem(null);
    save.mutate({ sendPushNotifications: false });
  }

  return { problem, asking, turnOnHere, turnOff };
}
