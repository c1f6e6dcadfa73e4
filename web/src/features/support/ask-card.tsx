import type { SupportMessage } from '@kinbridge/contract/support/support.contract';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { IconCircleCheck } from '../../ui/icons/icons.ts';
import { useSendSupportMessage } from './support.api.ts';
import { supportTexts } from './support.texts.ts';
import type { SupportDraft } from './support-draft.ts';
import { SupportForm } from './support-form.tsx';

interface AskCardProps {
  draft: SupportDraft;
  onChange: (change: Partial<SupportDraft>) => void;
  onSent: () => void;
  onClose: () => void;
  onQuestions: () => void;
}

/** Two slides: the question, and the confirmation that it was sent. */
export function AskCard({ draft, onChange, onSent, onClose, onQuestions }: AskCardProps) {
  const send = useSendSupportMessage();
  const box = useRef<HTMLDivElement>(null);
  // From the first try on, the card never shrinks: the second click would land outside and close it unread.
  const [height, setHeight] = useState<number>();

  function submit(message: SupportMessage) {
    setHeight(box.current?.offsetHeight);
    send.mutate({ ...message, idempotencyKey: draft.idempotencyKey }, { onSuccess: onSent });
  }

  return (
    <Stack ref={box} gap={0} mih={height} justify={send.isSuccess ? 'center' : 'flex-end'}>
      {send.isSuccess ? (
        <SupportSent onDone={onClose} />
      ) : (
        <SupportForm
          draft={draft}
          onChange={onChange}
          sending={send.isPending}
          failure={send.error}
          onSubmit={submit}
          onCancel={onClose}
          onQuestions={onQuestions}
        />
      )}
    </Stack>
  );
}

function SupportSent({ onDone }: { onDone: () => void }) {
  return (
    <Stack align="center" gap={10} ta="center" role="status">
      <IconCircleCheck size={40} color="var(--kb-link)" aria-hidden="true" />
      <Title order={2}>{supportTexts.success}</Title>
      <Text c="dimmed">{supportTexts.sent}</Text>
      <Button autoFocus mt={8} onClick={onDone}>
        Done
      </Button>
    </Stack>
  );
}
