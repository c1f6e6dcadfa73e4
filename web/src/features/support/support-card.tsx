import { FocusTrap } from '@mantine/core';
import type { SupportDraft } from './contact-support.tsx';
import { useSendSupportMessage } from './support.api.ts';
import { SupportForm } from './support-form.tsx';
import { SupportSent } from './support-sent.tsx';

interface SupportCardProps {
  draft: SupportDraft;
  onChange: (change: Partial<SupportDraft>) => void;
  onSent: () => void;
  onClose: () => void;
}

/** Two slides: the question, and the word that it was sent. */
export function SupportCard({ draft, onChange, onSent, onClose }: SupportCardProps) {
  const send = useSendSupportMessage();
  return (
    <FocusTrap>
      <div>
        {send.isSuccess ? (
          <SupportSent onDone={onClose} />
        ) : (
          <SupportForm
            draft={draft}
            onChange={onChange}
            sending={send.isPending}
            failure={send.error}
            onSubmit={(message) =>
              send.mutate({ ...message, idempotencyKey: draft.idempotencyKey }, { onSuccess: onSent })
            }
            onCancel={onClose}
          />
        )}
      </div>
    </FocusTrap>
  );
}
