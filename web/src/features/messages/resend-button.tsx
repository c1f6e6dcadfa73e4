import type { SmsState } from '@kinbridge/contract/messages/messages.contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useIsWaiting } from '../../lib/queries/use-is-waiting.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { IconRefresh } from '../../ui/icons/first-icons.ts';
import { notifyError, notifySuccess } from '../../ui/notices/notices.tsx';
import { useResendSms } from './messages.api.ts';
import { messageTexts } from './messages.texts.ts';

/** Resends a failed text; one that may have arrived only after a warning. */
export function ResendButton({ messageId, state }: { messageId: number; state: SmsState }) {
  const resend = useResendSms(messageId);
  const isWaiting = useIsWaiting();
  const [asking, setAsking] = useState(false);

  function send(confirm: boolean) {
    setAsking(false);
    // Not callbacks of mutate, which are lost if the fresh transcript removes this button first.
    resend.mutateAsync({ confirm }).then(
      () => notifySuccess(messageTexts.resent),
      (error) => notifyError(error.message),
    );
  }

  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconRefresh size={14} />}
        loading={resend.isPending}
        disabled={isWaiting}
        onClick={() => (state === 'unknown' ? setAsking(true) : send(false))}
      >
        {messageTexts.resend}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={messageTexts.resendTitle}
        text={messageTexts.resendWarning}
        confirm={messageTexts.resend}
        destructive={false}
        onConfirm={() => send(true)}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
