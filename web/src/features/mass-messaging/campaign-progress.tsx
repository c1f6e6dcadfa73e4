import type { Campaign } from '@kinbridge/contract/messages/campaigns.contract';
import { Button, Group, Progress, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { IconRefresh } from '../../ui/icons/first-icons.ts';
import { IconPlus } from '../../ui/icons/icons.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { NotFoundState } from '../../ui/not-found-state.tsx';
import { notifyError } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import classes from './campaign.module.css';
import { CampaignRecipients } from './campaign-recipients.tsx';
import { campaignQuery, isUnderWay, useRetryCampaign } from './campaigns.api.ts';
import { durationInWords, inNumbers, massMessagingTexts, people } from './mass-messaging.texts.ts';
import { SendingPaused } from './sending-paused.tsx';

export function CampaignNotFound() {
  return <NotFoundState title="Mass message not found" text="We couldn't find that mass message." />;
}

/** What became of a mass message, while it is under way and afterwards. */
export function CampaignProgress({ id }: { id: number }) {
  const { data: campaign, error, refetch } = useQuery(campaignQuery(id));
  if (campaign) return <Loaded campaign={campaign} />;
  if (error instanceof ApiError && error.status === 404) return <CampaignNotFound />;
  return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <Loading />;
}

const breadcrumb = [{ label: massMessagingTexts.title, to: '/mass-messaging' }];

function Loading() {
  return (
    <Page title="Mass message" breadcrumb={breadcrumb}>
      <Skeleton height={116} radius="lg" />
      <div className={classes.columns} aria-busy="true">
        <Skeleton height={150} radius="lg" />
        <Skeleton height={420} radius="lg" />
      </div>
    </Page>
  );
}

function Loaded({ campaign }: { campaign: Campaign }) {
  const { sender, counts, total } = campaign;
  const addressed = total - counts.skipped;
  return (
    <Page
      title={`Message to ${people(addressed)}`}
      windowTitle="Mass message"
      breadcrumb={breadcrumb}
      subtitle={`${sender.firstName} ${sender.lastName} · ${formatDateTime(campaign.createTimestamp)}`}
      action={
        <Button component={Link} to="/mass-messaging" variant="default" leftSection={<IconPlus size={16} />}>
          New message
        </Button>
      }
    >
      {isUnderWay(campaign) && campaign.sendingPausedSince && <SendingPaused since={campaign.sendingPausedSince} />}
      <Bar campaign={campaign} />
      <div className={classes.columns}>
        <SectionCard title="Message">
          <p className={classes.bubble}>{campaign.body}</p>
        </SectionCard>
        <CampaignRecipients campaign={campaign} action={<Retry campaign={campaign} />} />
      </div>
    </Page>
  );
}

/** How much has left, in a bar and in numbers; the bar leaves out those who were skipped. */
function Bar({ campaign }: { campaign: Campaign }) {
  const { counts, total } = campaign;
  const addressed = total - counts.skipped;
  const left = counts.sent + counts.delivered;
  const share = (count: number) => (addressed === 0 ? 0 : (count / addressed) * 100);
  const facts = [
    { label: 'Waiting', count: counts.queued + counts.sending },
    { label: 'Sent', count: left },
    { label: 'Delivered', count: counts.delivered },
    { label: 'Failed', count: counts.failed },
    { label: 'Unknown', count: counts.unknown },
    { label: 'Skipped', count: counts.skipped },
  ];
  return (
    <section className={classes.progress} aria-label="Progress">
      <p className={classes.sentence} role="status">
        {sentenceOf(campaign)}
      </p>
      <Progress.Root size={6} aria-hidden="true">
        <Progress.Section value={share(left)} color="teal" />
        <Progress.Section value={share(counts.failed + counts.unknown)} color="red" />
      </Progress.Root>
      <dl className={classes.counts}>
        {facts.map(({ label, count }) => (
          <div key={label} data-alert={(label === 'Failed' && count > 0) || undefined}>
            <dt>{label}</dt>
            <dd>{inNumbers(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function sentenceOf(campaign: Campaign): string {
  const { counts, total, sendAfter, secondsLeft, sendingPausedSince } = campaign;
  const addressed = total - counts.skipped;
  const done = addressed - counts.queued - counts.sending;
  if (addressed === 0) return 'None of the selected people could receive texts.';
  if (!isUnderWay(campaign)) return counts.failed > 0 ? "Done, but some people couldn't be reached." : 'Done.';
  const far = `${inNumbers(done)} of ${inNumbers(addressed)} are on their way.`;
  if (sendingPausedSince) return `${far} The rest are waiting for the text provider. You can leave this page.`;
  if (sendAfter) return `${far} Texts aren't sent at night. Sending continues ${formatDateTime(sendAfter)}.`;
  return `${far} The rest takes ${durationInWords(secondsLeft)}. You can leave this page.`;
}

/** Sends again what failed; what may have arrived only after a warning. */
function Retry({ campaign }: { campaign: Campaign }) {
  const retry = useRetryCampaign(campaign.id);
  const [asking, setAsking] = useState(false);
  const { failed, unknown } = campaign.counts;
  const send = (includeUnknown: boolean) => {
    setAsking(false);
    retry.mutate(includeUnknown, { onError: (error) => notifyError(error.message) });
  };
  return (
    <Group gap={8}>
      {failed > 0 && (
        <Button
          variant="light"
          leftSection={<IconRefresh size={16} />}
          loading={retry.isPending}
          onClick={() => send(false)}
        >
          Try {inNumbers(failed)} again
        </Button>
      )}
      {unknown > 0 && (
        <Button variant="default" disabled={retry.isPending} onClick={() => setAsking(true)}>
          {massMessagingTexts.resendUnknown(inNumbers(unknown))}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        title={massMessagingTexts.resendTitle}
        text={massMessagingTexts.resendWarning}
        confirm={massMessagingTexts.resend}
        destructive={false}
        onConfirm={() => send(true)}
        onCancel={() => setAsking(false)}
      />
    </Group>
  );
}
