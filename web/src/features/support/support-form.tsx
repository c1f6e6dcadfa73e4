import {
  type SupportMessage,
  type SupportMessageType,
  supportMessage,
  supportMessageTypes,
} from '@kinbridge/contract/support/support.contract';
import { Button, Checkbox, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FieldsToFix } from '../../ui/form/fields-to-fix.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import classes from './contact-support.module.css';
import { ownQuestionTexts, supportTexts } from './support.texts.ts';
import type { SupportDraft } from './support-draft.ts';

interface SupportFormProps {
  draft: SupportDraft;
  onChange: (change: Partial<SupportDraft>) => void;
  sending: boolean;
  failure: Error | null;
  onSubmit: (message: SupportMessage) => void;
  onCancel: () => void;
  onQuestions: () => void;
}

const labels = [
  { path: 'messageType', label: supportTexts.about },
  { path: 'feedback', label: supportTexts.question },
];

export function SupportForm({ draft, onChange, sending, failure, onSubmit, onCancel, onQuestions }: SupportFormProps) {
  const [attempts, setAttempts] = useState(0);
  const { messageType, feedback } = draft;
  const errors = attempts > 0 ? errorsFromSchema(supportMessage, { messageType, feedback }) : {};

  function submit(event: FormEvent) {
    event.preventDefault();
    const checked = supportMessage.safeParse({ messageType, feedback });
    if (checked.success) onSubmit(checked.data);
    else setAttempts(attempts + 1);
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={14}>
        <Title order={2}>{supportTexts.button}</Title>
        {failure && <CallFailure title={supportTexts.failure} error={failure} />}
        <FieldsToFix fields={labels.filter(({ path }) => errors[path])} attempts={attempts} />
        <Stack gap={8} role="group" aria-label={supportTexts.about} className={classes.types}>
          {Object.entries(supportMessageTypes).map(([type, label], place) => (
            <Checkbox
              key={type}
              label={label}
              data-path={place === 0 ? 'messageType' : undefined}
              checked={messageType === type}
              // Checking one unchecks the other.
              onChange={(event) =>
                onChange({ messageType: event.currentTarget.checked ? (type as SupportMessageType) : null })
              }
            />
          ))}
          {errors.messageType && (
            <Text role="alert" fz="xs" c="var(--kb-alert)">
              {errors.messageType}
            </Text>
          )}
        </Stack>
        <Textarea
          data-path="feedback"
          label={supportTexts.question}
          placeholder={supportTexts.placeholder}
          rows={5}
          value={feedback}
          error={errors.feedback}
          onChange={(event) => onChange({ feedback: event.currentTarget.value })}
          data-autofocus
        />
        <Group gap={8} justify="flex-end">
          <Button variant="subtle" mr="auto" px={8} onClick={onQuestions}>
            {ownQuestionTexts.back}
          </Button>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={sending}>
            Submit
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
