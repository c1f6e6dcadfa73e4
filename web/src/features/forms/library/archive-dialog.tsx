import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { formLabel } from '@kinbridge/forms/form-definition';
import { Button, Text } from '@mantine/core';
import { Dialog, DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { noticeThen } from '../../../ui/notices/notices.tsx';
import { formsTexts } from '../forms.texts.ts';
import { useArchive } from './library.api.ts';
import { libraryTexts } from './library.texts.ts';

/** Specification §4: asks before a form is archived or restored. */
export function ArchiveDialog({ form, onClose }: { form: FormVersion; onClose: () => void }) {
  const change = useArchive();
  const archive = form.archivedAt === null;
  const label = formLabel(form);

  function confirm() {
    const done = archive ? `${label} is archived.` : `${label} is no longer archived.`;
    change.mutate({ form, archive }, noticeThen(done, onClose));
  }

  return (
    <Dialog opened onClose={onClose} title={`${archive ? 'Archive' : 'Unarchive'} ${label}`} size={400}>
      {change.error && <CallFailure title={formsTexts.failed} error={change.error} />}
      <Text>{archive ? formsTexts.archiveQuestion : formsTexts.unarchiveQuestion}</Text>
      <Text c="dimmed" fz="sm" mt={6}>
        {archive ? libraryTexts.archiveEffect : libraryTexts.unarchiveEffect}
      </Text>
      <DialogFooter>
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button loading={change.isPending} onClick={confirm}>
          {archive ? 'Archive' : 'Unarchive'}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
