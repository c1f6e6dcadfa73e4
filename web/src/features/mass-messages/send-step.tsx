import type { MassMessagePreview } from '@kinbridge/contract/mass-messages/mass-messages.contract';
import { inNumbers } from '@kinbridge/contract/shared/counted';
import { fullName } from '@kinbridge/contract/users/full-name';
import { Alert, Button, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { useIsWaiting } from '../../lib/queries/use-is-waiting.ts';
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts';
import { IconAlertCircle } from '../../ui/icons/first-icons.ts';
import { IconDeviceMobileMessage, IconPencil, IconSend } from '../../ui/icons/later-icons.ts';
import { outcomeNotices } from '../../ui/notices/notices.tsx';
import { SectionCard } from '../../ui/section/section-card.tsx';
import { LoadFailure } from '../../ui/states/load-failure.tsx';
import { StateScreen } from '../../ui/states/state-screen.tsx';
import type { MassMessageDraft } from './mass-message-draft.ts';
import classes from './mass-messaging.module.css';
import { durationText, massMessagingTexts, people, textMessages } from './mass-messaging.texts.ts';
import { previewQuery, recipientIds, useSendMassMessage, useSendTest } from './new-mass-message.api.ts';
import { StepFooter } from './step-footer.tsx';

interface SendStepProps {
  draft: MassMessageDraft;
  onChange: (change: Partial<MassMessageDraft>) => void;
  onForget: () => void;
  onBack: () => void;
  onMessage: () => void;
}

/** Step 3: a last review, then Send. */
export function SendStep({ draft, onChange, onForget, onBack, onMessage }: SendStepProps) {
  const message = draft.message.trim();
  const ids = recipientIds(draft);
  const { data: preview, error, refetch, isPlaceholderData } = useQuery(previewQuery(message, ids));
  const { send, submit } = useSending({ draft, onChange, onForget });
  const isWaiting = useIsWaiting();
  const gone = [error, send.error].some((failure) => failure instanceof ApiError && failure.status === 404);
  const ready = preview !== undefined && !isPlaceholderData && preview.recipients.count > 0 && !gone;

  function chooseAgain() {
    send.reset();
    onBack();
    onChange({ memberIds: [], employeeIds: [] });
  }

  return (
    <>
      <div className={`gap-lg scroll column grow min-h-0 ${classes.scroll}`}>
        <Title order={2} tabIndex={-1} className={classes.hiddenTitle}>
          {massMessagingTexts.steps.send}
        </Title>
        {send.error && !gone && (
          <Alert
            color="red"
            role="alert"
            icon={<IconAlertCircle size={18} />}
            title={massMessagingTexts.notSent}
            className={classes.alert}
          >
            {send.error.message} Your text and your selection are still here.
          </Alert>
        )}
        {gone ? (
          <StateScreen
            role="alert"
            title={massMessagingTexts.notSent}
            text={massMessagingTexts.strangers}
            actions={
              <Button variant="light" onClick={chooseAgain}>
                Select recipients
              </Button>
            }
          />
        ) : error && !preview ? (
          <LoadFailure error={error} level={2} onRetry={() => void refetch()} />
        ) : (
          <div className={classes.check}>
            <Reviewed title="Message" onEdit={onMessage}>
              {preview ? <p className={classes.bubble}>{preview.body}</p> : <Skeleton height={74} />}
              {preview && <p className={classes.counter}>{textMessages(preview.segments)} for each person</p>}
              <TestButton message={message} />
            </Reviewed>
            <Reviewed title="Who gets it" onEdit={onBack}>
              {preview ? <Recipients preview={preview} /> : <Skeleton height={120} />}
            </Reviewed>
          </div>
        )}
      </div>
      <StepFooter summary={preview && !gone && <Estimate preview={preview} />}>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button leftSection={<IconSend />} disabled={!ready || isWaiting} loading={send.isPending} onClick={submit}>
          Send
        </Button>
      </StepFooter>
    </>
  );
}

/** After a failure, Send again delivers it once: the key is kept with the draft. */
function useSending({ draft, onChange, onForget }: Pick<SendStepProps, 'draft' | 'onChange' | 'onForget'>) {
  const navigate = useNavigate();
  const send = useSendMassMessage();
  const oneAtATime = useOneAtATime();

  function submit() {
    oneAtATime(() => {
      const idempotencyKey = draft.idempotencyKey || newIdempotencyKey();
      onChange({ idempotencyKey });
      const message = { ids: recipientIds(draft), message: draft.message.trim(), idempotencyKey };
      return send.mutateAsync(message, {
        onSuccess: ({ campaignId }) => {
          onForget();
          void navigate(`/mass-messaging/${campaignId}`, { replace: true });
        },
      });
    });
  }

  return { send, submit };
}

function Reviewed({ title, onEdit, children }: { title: string; onEdit: () => void; children: ReactNode }) {
  return (
    <SectionCard
      title={title}
      action={
        <Button variant="subtle" leftSection={<IconPencil />} onClick={onEdit}>
          Edit
        </Button>
      }
    >
      <div className={`border-top card-body column items-start gap-10 ${classes.cardBody}`}>{children}</div>
    </SectionCard>
  );
}

function TestButton({ message }: { message: string }) {
  const test = useSendTest();
  const isWaiting = useIsWaiting();
  return (
    <Button
      variant="default"
      leftSection={<IconDeviceMobileMessage />}
      loading={test.isPending}
      disabled={isWaiting}
      onClick={() => test.mutate(message, outcomeNotices(massMessagingTexts.testSent))}
    >
      Send a test to myself
    </Button>
  );
}

function Recipients({ preview: { recipients, skipped } }: { preview: MassMessagePreview }) {
  return (
    <>
      <p className="m-0 text-md heavy">
        {recipients.count === 0 ? 'No one will get this message' : `${people(recipients.count)} will get this message`}
      </p>
      <Names {...recipients} />
      {skipped.length > 0 && (
        <>
          <p className="m-0 text-md heavy">{people(skipped.reduce((sum, { count }) => sum + count, 0))} will not</p>
          <ul className="list column gap-xs">
            {skipped.map((group) => (
              <li key={group.reason}>
                <span>
                  {group.reason} <span className="dimmed">({inNumbers(group.count)})</span>
                </span>
                <Names {...group} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const namesShown = 12;

function Names({ count, people: named }: MassMessagePreview['recipients']) {
  if (named.length === 0) return null;
  const shown = named.slice(0, namesShown);
  const more = count - shown.length;
  return (
    <p className="m-0 dimmed anywhere">
      {shown.map(fullName).join(', ')}
      {more > 0 && ` and ${inNumbers(more)} more`}
    </p>
  );
}

function Estimate({ preview: { recipients, totalSegments, seconds, sendAfter } }: { preview: MassMessagePreview }) {
  if (recipients.count === 0) return <>None of the selected people can receive texts.</>;
  const takes = sendAfter
    ? `Texts aren't sent at night. Sending starts ${formatDateTime(sendAfter)}.`
    : `It takes ${durationText(seconds)}.`;
  return (
    <>
      <strong>{people(recipients.count)}</strong>, {textMessages(totalSegments)}. {takes}
    </>
  );
}
