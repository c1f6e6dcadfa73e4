import type { SmsState } from '@kinbridge/contract/messages/messages.contract';
import { useIsWaiting } from '../../lib/queries/use-is-waiting.ts';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import { IconRefresh } from '../../ui/icons/first-icons.ts';
import { outcomeNotices } from '../../ui/notices/notices.tsx';
import { useResendSms } from './messages.api.ts';
import { messageTexts } from './messages.texts.ts';

/** Resends a failed text; one that may have arrived only after a warning. */
export function ResendButton({ messageId, state }: { messageId: number; state: SmsState }) {
  const resend = useResendSms(messageId);
  const isWaiting = useIsWaiting();
  const unknown = state === 'unknown';

  function send() {
    // Not callbacks of mutate, which are lost if the fresh transcript removes this button first.
    const { onSuccess, onError } = outcomeNotices(messageTexts.resent);
    void resend.mutateAsync({ confirm: unknown }).then(onSuccess, onError);
  }

  return (
    <ConfirmButton
      variant="subtle"
      size="compact-sm"
      leftSection={<IconRefresh size={14} />}
      loading={resend.isPending}
      disabled={isWaiting}
      question={unknown ? messageTexts.resendQuestion : null}
      onConfirm={send}
    >
      {messageTexts.resend}
    </ConfirmButton>
  );
}
