import {
  type SupportMessageType,
  supportMessage,
  supportMessageTypes,
} from '@kinbridge/contract/support/support.contract';
import { Button, Checkbox, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { CallFailure } from '../../ui/form-errors.tsx';
import { errorsFromSchema } from '../../ui/form-errors-from-schema.ts';
import type { SupportDraft } from './contact-support.tsx';
import { useSendSupportMessage } from './support.api.ts';
import { supportTexts } from './support.texts.ts';

interface SupportCardProps {
  draft: SupportDraft;
  onChange: (change: Partial<SupportDraft>) => void;
  onSent: () => void;
  onClose: () => void;
}

export function SupportCard({ draft, onChange, onSent, onClose }: SupportCardProps) {
  const send = useSendSupportMessage();
  const [tried, setTried] = useState(false);
  const { messageType, feedback, idempotencyKey } = draft;
  const errors = tried ? errorsFromSchema(supportMessage, { messageType, feedback }) : {};

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const checked = supportMessage.safeParse({ messageType, feedback });
    if (checked.success && !send.isPending) send.mutate({ ...checked.data, idempotencyKey }, { onSuccess: onSent });
  }

  if (send.isSuccess) return <SentSlide onDone={onClose} />;
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={14}>
        <Title order={2}>{supportTexts.button}</Title>
        {send.error && <CallFailure title={supportTexts.failure} error={send.error} />}
        <Stack gap={8} role="group" aria-label="What it is about">
          {Object.entries(supportMessageTypes).map(([type, label]) => (
            <Checkbox
              key={type}
              label={label}
              checked={messageType === type}
              // One of the two: checking one unchecks the other.
              onChange={(event) =>
                onChange({ messageType: event.currentTarget.checked ? (type as SupportMessageType) : null })
              }
            />
          ))}
          {errors.messageType && (
            <Text role="alert" fz={12} c="var(--kb-alert)">
              {errors.messageType}
            </Text>
          )}
        </Stack>
        <Textarea
          label={supportTexts.question}
          placeholder={supportTexts.placeholder}
          rows={5}
          value={feedback}
          error={errors.feedback}
          onChange={(event) => onChange({ feedback: event.currentTarget.value })}
          data-autofocus
        />
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending}>
            Submit
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function SentSlide({ onDone }: { onDone: () => void }) {
  return (
    <Stack align="center" gap={10} ta="center" role="status">
      <IconCircleCheck size={40} stroke={1.5} color="var(--kb-link)" aria-hidden="true" />
      <Title order={2}>{supportTexts.success}</Title>
      <Text c="dimmed">{supportTexts.sent}</Text>
      <Button ref={(button) => button?.focus()} mt={8} onClick={onDone}>
        Done
      </Button>
    </Stack>
  );
}
