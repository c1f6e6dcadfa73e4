import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useIsWaiting } from '../../lib/queries/use-is-waiting.ts';
import { WaitingNotice } from '../../ui/notices/waiting-notice.tsx';
import { ListPage } from '../../ui/page/list-page.tsx';
import { useMassMessageDraft } from './mass-message-draft.ts';
import { deliveryQuery } from './mass-messages.api.ts';
import classes from './mass-messaging.module.css';
import { massMessagingTexts } from './mass-messaging.texts.ts';
import { MessageStep } from './message-step.tsx';
import { recipientIds } from './new-mass-message.api.ts';
import { RecipientsStep } from './recipients-step.tsx';
import { SendStep } from './send-step.tsx';
import { SendingPaused } from './sending-paused.tsx';
import { Steps } from './steps.tsx';

/** Mass Messaging: the message, its recipients, and a review before sending. */
export function MassMessaging() {
  const { draft, change, forget } = useMassMessageDraft();
  const isWaiting = useIsWaiting();
  const { data: delivery } = useQuery(deliveryQuery);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const body = useRef<HTMLDivElement>(null);

  // The URL can't skip a step that isn't complete.
  const reached = draft.message.trim() === '' ? 1 : recipientIds(draft).length === 0 ? 2 : 3;
  const step = Math.min(Math.max(1, Math.trunc(Number(params.get('step'))) || 1), reached);
  const goTo = (next: number) => void navigate({ search: next === 1 ? '' : `step=${next}` });

  const shown = useRef(step);
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    body.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }, [step]);

  return (
    <ListPage
      title={massMessagingTexts.title}
      action={<span className="text-xs dimmed">{massMessagingTexts.allRequired}</span>}
    >
      {delivery?.sendingPausedSince && (
        <div className={`fixed ${classes.paused}`}>
          <SendingPaused since={delivery.sendingPausedSince} />
        </div>
      )}
      {isWaiting && (
        <div className={`fixed ${classes.paused}`}>
          <WaitingNotice>{massMessagingTexts.waiting}</WaitingNotice>
        </div>
      )}
      <Steps step={step} reached={reached} message={draft.message} onStep={goTo} />
      <div ref={body} className="column grow min-h-0">
        {step === 1 && <MessageStep draft={draft} onChange={change} onNext={() => goTo(2)} />}
        {step === 2 && <RecipientsStep draft={draft} onChange={change} onBack={() => goTo(1)} onNext={() => goTo(3)} />}
        {step === 3 && (
          <SendStep
            draft={draft}
            onChange={change}
            onForget={forget}
            onBack={() => goTo(2)}
            onMessage={() => goTo(1)}
          />
        )}
      </div>
    </ListPage>
  );
}
