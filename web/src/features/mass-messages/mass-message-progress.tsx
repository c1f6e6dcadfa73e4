import type { MassMessage } from '@kinbridge/contract/mass-messages/mass-messages.contract';
import { inNumbers } from '@kinbridge/contract/shared/counted';
import { fullName } from '@kinbridge/contract/users/full-name';
import { Button, Group, Progress, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { IconRefresh } from '../../ui/icons/first-icons.ts';
import { IconPlus } from '../../ui/icons/icons.ts';
import { IconPlayerStop } from '../../ui/icons/later-icons.ts';
import { notifyError } from '../../ui/notices/notices.tsx';
import { Page } from '../../ui/page/page.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { NotFoundState } from '../../ui/states/not-found-state.tsx';
import classes from './mass-message.module.css';
import { MassMessageRecipients } from './mass-message-recipients.tsx';
import { massMessageSentence } from './mass-message-sentence.ts';
import {
  addressed,
  isUnderWay,
  massMessageQuery,
  useRetryMassMessage,
  useStopMassMessage,
} from './mass-messages.api.ts';
import { massMessagingTexts, people } from './mass-messaging.texts.ts';
import { SendingPaused } from './sending-paused.tsx';

export function MassMessageNotFound() {
  return <NotFoundState title="Mass message not found" text="We couldn't find that mass message." />;
}

/** The progress and result of a mass message. */
export function MassMessageProgress({ id }: { id: number }) {
  const { data: massMessage, error, refetch } = useQuery(massMessageQuery(id));
  if (massMessage) return <Loaded massMessage={massMessage} />;
  if (error instanceof ApiError && error.status === 404) return <MassMessageNotFound />;
  return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <Loading />;
}

const breadcrumb = [{ label: massMessagingTexts.title, to: '/mass-messaging' }];

function Loading() {
  return (
    <Page title="Mass message" breadcrumb={breadcrumb}>
      <Skeleton height={116} radius="lg" />
      <div className={`gap-14 grid start ${classes.columns}`} aria-busy="true">
        <Skeleton height={150} radius="lg" />
        <Skeleton height={420} radius="lg" />
      </div>
    </Page>
  );
}

function Loaded({ massMessage }: { massMessage: MassMessage }) {
  const { sender } = massMessage;
  return (
    <Page
      title={`Message to ${people(addressed(massMessage))}`}
      windowTitle="Mass message"
      breadcrumb={breadcrumb}
      subtitle={`${fullName(sender)} · ${formatDateTime(massMessage.createTimestamp)}`}
      action={
        <Button component={Link} to="/mass-messaging" variant="default" leftSection={<IconPlus />}>
          New message
        </Button>
      }
    >
      {isUnderWay(massMessage) && massMessage.sendingPausedSince && (
        <SendingPaused since={massMessage.sendingPausedSince} />
      )}
      <Bar massMessage={massMessage} />
      <div className={`gap-14 grid start ${classes.columns}`}>
        <SectionCard title="Message">
          <p className={`anywhere pre-wrap line-19 tinted ${classes.bubble}`}>{massMessage.body}</p>
        </SectionCard>
        <MassMessageRecipients massMessage={massMessage} action={<Retry massMessage={massMessage} />} />
      </div>
    </Page>
  );
}

/** How many texts were sent, as a bar and in numbers; the bar leaves out people who can't receive texts. */
function Bar({ massMessage }: { massMessage: MassMessage }) {
  const { counts } = massMessage;
  const all = addressed(massMessage);
  const left = counts.sent + counts.delivered;
  const share = (count: number) => (all === 0 ? 0 : (count / all) * 100);
  const facts = [
    { label: 'Waiting', count: counts.queued + counts.sending },
    { label: 'Sent', count: left },
    { label: 'Delivered', count: counts.delivered },
    { label: 'Failed', count: counts.failed },
    { label: 'Unknown', count: counts.unknown },
    { label: 'Skipped', count: counts.skipped },
  ];
  return (
    <section className="card card-body" aria-label="Progress">
      <div className={`gap-xs gap-x-md row wrap between min-h-32 ${classes.state}`}>
        <p className="m-0 bold" role="status">
          {massMessageSentence(massMessage)}
        </p>
        {isUnderWay(massMessage) && massMessage.stoppedTimestamp === null && <Stop id={massMessage.id} />}
      </div>
      <Progress.Root size={6} aria-hidden="true">
        <Progress.Section value={share(left)} color="teal" />
        <Progress.Section value={share(counts.failed + counts.unknown)} color="red" />
      </Progress.Root>
      <dl className={`m-0 mt-14 flex wrap ${classes.counts}`}>
        {facts.map(({ label, count }) => (
          <div key={label} data-alert={(label === 'Failed' && count > 0) || undefined}>
            <dt className="text-xs dimmed">{label}</dt>
            <dd className="m-0 heavy numbers text-xl">{inNumbers(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Stops the texts that weren't sent yet. Asks first, because the message can't be continued. */
function Stop({ id }: { id: number }) {
  const stop = useStopMassMessage(id);
  return (
    <ConfirmButton
      variant="default"
      leftSection={<IconPlayerStop />}
      loading={stop.isPending}
      question={massMessagingTexts.stopQuestion}
      onConfirm={() => stop.mutate(undefined, { onError: (error) => notifyError(error.message) })}
    >
      {massMessagingTexts.stop}
    </ConfirmButton>
  );
}

/** Resends failed texts; those that may have arrived only after a warning. */
function Retry({ massMessage }: { massMessage: MassMessage }) {
  const retry = useRetryMassMessage(massMessage.id);
  const { failed, unknown } = massMessage.counts;
  if (massMessage.stoppedTimestamp !== null) return null;
  const send = (includeUnknown: boolean) =>
    retry.mutate(includeUnknown, { onError: (error) => notifyError(error.message) });
  return (
    <Group gap={8}>
      {failed > 0 && (
        <Button variant="light" leftSection={<IconRefresh />} loading={retry.isPending} onClick={() => send(false)}>
          Try {inNumbers(failed)} again
        </Button>
      )}
      {unknown > 0 && (
        <ConfirmButton
          variant="default"
          disabled={retry.isPending}
          question={massMessagingTexts.resendQuestion}
          onConfirm={() => send(true)}
        >
          {massMessagingTexts.resendUnknown(inNumbers(unknown))}
        </ConfirmButton>
      )}
    </Group>
  );
}
