import type { AnnouncementSeverity } from '@kinbridge/contract/announcements/announcements.contract';
import { announcementInput } from '@kinbridge/contract/operator/operator-announcements.contract';
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { GrowingTextarea } from '../../../ui/fields/growing-textarea.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { errorsFromSchema } from '../../../ui/form/form-errors-from-schema.ts';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { useWriteAnnouncement } from './announcements.api.ts';

const severities = [
  { value: 'INFORMATION', label: 'Information' },
  { value: 'WARNING', label: 'Warning' },
];

/** Writes a draft, which nobody sees until it is published. */
export function WriteAnnouncement() {
  const [body, setBody] = useDraft('announcement');
  const [severity, setSeverity] = useState<AnnouncementSeverity>('INFORMATION');
  const [end, setEnd] = useState('');
  const [tried, setTried] = useState(false);
  // A retry of the same announcement keeps its key, so it is saved once.
  const attempt = useRef({ text: '', idempotencyKey: '' });
  const write = useWriteAnnouncement();
  const input = { body, severity, endTimestamp: end === '' ? null : new Date(end).toISOString() };
  const errors = tried ? errorsFromSchema(announcementInput, input) : {};

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!announcementInput.safeParse(input).success) return;
    const text = JSON.stringify(input);
    if (attempt.current.text !== text) attempt.current = { text, idempotencyKey: newIdempotencyKey() };
    write.mutate(
      { ...input, idempotencyKey: attempt.current.idempotencyKey },
      {
        onSuccess: () => {
          attempt.current = { text: '', idempotencyKey: '' };
          setBody('');
          setEnd('');
          setTried(false);
        },
      },
    );
  }

  return (
    <SectionCard title="New announcement">
      <form noValidate onSubmit={submit}>
        <Stack gap={12} p="md" maw={720}>
          {write.error && <CallFailure title="We couldn't save the announcement" error={write.error} />}
          <GrowingTextarea
            label="Text"
            minRows={2}
            maxRows={6}
            maxLength={500}
            value={body}
            error={errors.body}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
          <Group align="flex-start">
            <Select
              label="Severity"
              allowDeselect={false}
              data={severities}
              value={severity}
              onChange={(value) => setSeverity(value as AnnouncementSeverity)}
            />
            <TextInput
              type="datetime-local"
              label="Ends (optional)"
              value={end}
              error={errors.endTimestamp}
              onChange={(event) => setEnd(event.currentTarget.value)}
            />
          </Group>
          <Group justify="flex-end">
            <Button type="submit" loading={write.isPending}>
              Save Draft
            </Button>
          </Group>
        </Stack>
      </form>
    </SectionCard>
  );
}
