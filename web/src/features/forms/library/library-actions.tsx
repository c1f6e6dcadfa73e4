import { formLabel } from '@kinbridge/contract/forms/form-definition';
import type { Survey } from '@kinbridge/contract/forms/forms.contract';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconArchive, IconArchiveOff, IconLink, IconQrcode } from '../../../ui/icons/icons.ts';
import classes from './library.module.css';

export interface LibraryActionsProps {
  onCopy: (form: Survey) => void;
  onShare: (form: Survey) => void;
  onArchive: (form: Survey) => void;
}

/** A form's other actions. Only an open form has a link to share. */
export function LibraryActions({
  form,
  tabIndex,
  onCopy,
  onShare,
  onArchive,
}: LibraryActionsProps & { form: Survey; tabIndex: number }) {
  const label = formLabel(form);
  const act = (word: string, icon: ReactNode, run: (form: Survey) => void) => (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.act}
      leftSection={icon}
      tabIndex={tabIndex}
      aria-label={`${word} ${label}`}
      onClick={() => run(form)}
    >
      {word}
    </Button>
  );
  return (
    <div className={classes.actions}>
      {form.archivedAt === null ? (
        <>
          {act('Copy Link', <IconLink />, onCopy)}
          {act('QR code', <IconQrcode />, onShare)}
          {act('Archive', <IconArchive />, onArchive)}
        </>
      ) : (
        act('Unarchive', <IconArchiveOff />, onArchive)
      )}
    </div>
  );
}
