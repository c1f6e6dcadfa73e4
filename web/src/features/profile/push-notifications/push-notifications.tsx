import type { User } from '@kinbridge/contract/users/users.contract';
import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../../lib/dates.ts';
import { rememberedDevice } from '../../../lib/push-device.ts';
import { IconCheck } from '../../../ui/icons/first-icons.ts';
import { notifyError, notifySuccess } from '../../../ui/notices/notices.tsx';
import { ActionList } from '../../../ui/section/action-list.tsx';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { pushDevicesQuery, useRemoveDevice } from './push-notifications.api.ts';
import { pushTexts as texts } from './push-notifications.texts.ts';
import { usePushSwitch } from './use-push-switch.ts';

/** Whether this person's devices show what needs them, and which devices. Turning it on turns it on in this browser. */
export function PushNotifications({ user }: { user: User }) {
  const { problem, asking, turnOnHere, turnOff } = usePushSwitch(user);
  const on = user.sendPushNotifications;
  return (
    <SectionCard title={texts.title}>
      <div className="border-top px-md py-sm">
        <Switch
          label={texts.title}
          description={texts.hint}
          checked={on}
          disabled={asking}
          onChange={(event) => (event.currentTarget.checked ? void turnOnHere() : turnOff())}
        />
        <p className="m-0 mt-xs text-xs line-18" role="alert" hidden={problem === null}>
          {problem && texts.problems[problem]}
        </p>
      </div>
      {on && <Devices user={user} asking={asking} onTurnOn={() => void turnOnHere()} />}
    </SectionCard>
  );
}

function Devices({ user, asking, onTurnOn }: { user: User; asking: boolean; onTurnOn: () => void }) {
  const devices = useQuery(pushDevicesQuery(user.id));
  const remove = useRemoveDevice(user.id, ({ message }) => notifyError(`${texts.removeFailed} ${message}`));
  const own = rememberedDevice(user.id)?.id;
  const isHere = devices.data?.some(({ id }) => id === own);
  return (
    <div className="border-top px-md py-sm">
      <div className="row wrap gap-xs">
        <p className="m-0 min-w-0 basis-220 text-xs line-18 dimmed">
          {isHere === false ? texts.notHere : texts.devicesHint}
        </p>
        {isHere === false && (
          <Button variant="default" loading={asking} onClick={onTurnOn}>
            {texts.turnOnHere}
          </Button>
        )}
      </div>
      <ActionList query={devices} rows={1}>
        {({ id, device, createTimestamp }) => ({
          key: id,
          name: device,
          note: texts.added(formatDate(createTimestamp)),
          action: (
            <span className="row gap-xs">
              {id === own && <StatusChip color="green" icon={IconCheck} label={texts.thisBrowser} />}
              <Button
                variant="default"
                aria-label={texts.removeOne(device)}
                loading={remove.isPending && remove.variables === id}
                onClick={() => remove.mutate(id, { onSuccess: () => notifySuccess(texts.removed(device)) })}
              >
                {texts.remove}
              </Button>
            </span>
          ),
        })}
      </ActionList>
    </div>
  );
}
