import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent } from 'react';
import { parseDraft, useDraft } from '../../../lib/use-draft.ts';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { useTriedErrors } from '../../../ui/form/use-tried-errors.ts';
import { SectionCard } from '../../../ui/section/section-card.tsx';
import { AnnouncementFields } from './announcement-fields.tsx';
import { announcementErrors, emptyAnnouncement, refusedErrors, toInput } from './announcement-values.ts';
import { useWriteAnnouncement } from './announcements.api.ts';

/** Writes a draft, which nobody sees until it is published. */
export function WriteAnnouncement() {
  const [draft, setDraft] = useDraft('announcement');
  const values = parseDraft(draft, emptyAnnouncement);
  const tried = useTriedErrors();
  const write = useWriteAnnouncement();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!tried.check(announcementErrors(values))) return;
    write.mutate(toInput(values), {
      onSuccess: () => setDraft(''),
      onError: (error) => tried.check(refusedErrors(error)),
    });
  }

  return (
    <SectionCard title="New announcement">
      <form noValidate onSubmit={submit}>
        <Stack gap={12} p="md" maw={720}>
          {write.error && <CallFailure title="We couldn't save the announcement" error={write.error} />}
          <AnnouncementFields
            values={values}
            errors={tried.errors}
            attempts={tried.attempts}
            onChange={(change) => {
              tried.clear(Object.keys(change));
              setDraft(JSON.stringify({ ...values, ...change }));
            }}
          />
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
