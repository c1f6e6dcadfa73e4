import type { Announcement } from '@kinbridge/contract/operator/operator-announcements.contract';
import { Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { useKeptEdit } from '../../../lib/use-kept-edit.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../../ui/dialog/submit-footer.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { RestoredNote } from '../../../ui/form/restored-note.tsx';
import { useTriedErrors } from '../../../ui/form/use-tried-errors.ts';
import { noticeThen } from '../../../ui/notices/notices.tsx';
import { AnnouncementFields } from './announcement-fields.tsx';
import { announcementErrors, changedValues, refusedErrors, toInput, toValues } from './announcement-values.ts';
import { announcementDraft, useEditAnnouncement } from './announcements.api.ts';

/** Changes a draft. If another operator was faster, it shows their text beside what was typed. */
export function EditAnnouncementDialog({ announcement, onClose }: { announcement: Announcement; onClose: () => void }) {
  // The announcement that the edit is based on. After a conflict this is the current one.
  const [known, setKnown] = useState(announcement);
  const [values, setValues] = useState(() => toValues(announcement));
  const tried = useTriedErrors();
  const edit = useEditAnnouncement();
  const typed = changedValues(values, toValues(known));
  const changed = Object.keys(typed).length > 0;
  const [restored, dismiss] = useKeptEdit(announcementDraft(announcement.id), typed, (kept) =>
    setValues({ ...values, ...kept }),
  );

  function startOver() {
    setValues(toValues(known));
    dismiss();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!tried.check(announcementErrors(values))) return;
    if (!changed) return onClose();
    const { id, version, endTimestamp } = known;
    const input = { ...toInput(values), ...(typed.end === undefined && { endTimestamp }) };
    edit.mutate(
      { id, version, ...input },
      {
        ...noticeThen('Draft saved.', onClose),
        onError: (error) => {
          tried.check(refusedErrors(error));
          const current = error instanceof ApiError && (error.body as { current?: Announcement }).current;
          if (current) setKnown(current);
        },
      },
    );
  }

  return (
    <Dialog opened onClose={onClose} title="Edit draft" unsaved={changed && !edit.isPending}>
      {(close) => (
        <form noValidate onSubmit={submit}>
          <Stack gap={12}>
            {restored && <RestoredNote onStartOver={startOver} />}
            {edit.error && (
              <CallFailure title="We couldn't save the announcement" error={edit.error}>
                {known !== announcement && <Text mt={4}>It says now: “{known.body}”</Text>}
              </CallFailure>
            )}
            <AnnouncementFields
              values={values}
              errors={tried.errors}
              attempts={tried.attempts}
              onChange={(change) => {
                tried.clear(Object.keys(change));
                setValues({ ...values, ...change });
              }}
            />
          </Stack>
          <SubmitFooter onCancel={close} pending={edit.isPending} />
        </form>
      )}
    </Dialog>
  );
}
