import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { formLabel } from '@kinbridge/forms/form-definition';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconArchive, IconArchiveOff, IconLink, IconQrcode } from '../../../ui/icons/later-icons.ts';
import classes from './library.module.css';

export interface LibraryActionsProps {
  onCopy: (form: FormVersion) => void;
  onShare: (form: FormVersion) => void;
  onArchive: (form: FormVersion) => void;
}

/** A form's other actions. Only an open form has a link to share. */
export function LibraryActions({
  form,
  tabIndex,
  onCopy,
  onShare,
  onArchive,
}: LibraryActionsProps & { form: FormVersion; tabIndex: number }) {
  const label = formLabel(form);
  const button = (name: string, icon: ReactNode, run: (form: FormVersion) => void) => (
    <Button
      variant="subtle"
      size="compact-sm"
      className={`relative above ${classes.action}`}
      leftSection={icon}
      tabIndex={tabIndex}
      aria-label={`${name} ${label}`}
      onClick={() => run(form)}
    >
      {name}
    </Button>
  );
  return (
    <div className={`gap-2 flex ${classes.actions}`}>
      {form.archivedAt === null ? (
        <>
          {button('Copy Link', <IconLink />, onCopy)}
          {button('QR code', <IconQrcode />, onShare)}
          {button('Archive', <IconArchive />, onArchive)}
        </>
      ) : (
        button('Unarchive', <IconArchiveOff />, onArchive)
      )}
    </div>
  );
}
