import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { formLabel } from '@kinbridge/forms/form-definition';
import { Button, Text, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import { renderSVG } from 'uqr';
import { Dialog, DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { IconLink, IconPrinter } from '../../../ui/icons/later-icons.ts';
import { WaitingNotice } from '../../../ui/notices/waiting-notice.tsx';
import { linkOf } from './copy-link.ts';
import { libraryTexts } from './library.texts.ts';
import classes from './share-dialog.module.css';

interface ShareDialogProps {
  form: FormVersion;
  /** The browser refused to copy the link, so it is shown to copy by hand. */
  refused: boolean;
  onCopy: () => void;
  onClose: () => void;
}

/** A form's link as a QR code, on screen and in print. */
export function ShareDialog({ form, refused, onCopy, onClose }: ShareDialogProps) {
  const link = linkOf(form);
  const title = form.title.trim() || 'Untitled';
  const code = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(renderSVG(link, { ecc: 'M', border: 3 }))}`,
    [link],
  );
  const alt = `QR code that leads to ${title}`;
  return (
    <Dialog opened onClose={onClose} title={formLabel(form)} size={400}>
      <div className={classes.notice}>
        <WaitingNotice>{libraryTexts.waiting}</WaitingNotice>
      </div>
      {refused && (
        <Text role="alert" mb={12}>
          {libraryTexts.noClipboard}
        </Text>
      )}
      <img src={code} alt={alt} className={classes.code} width={240} height={240} />
      <Text ta="center" c="dimmed" fz="sm" mt={8} mb={16}>
        Scan this code with a phone to open the form.
      </Text>
      <TextInput
        label="Link"
        readOnly
        value={link}
        {...(refused && { 'data-autofocus': true })}
        onFocus={(event) => event.currentTarget.select()}
      />
      <DialogFooter>
        <Button variant="default" leftSection={<IconLink />} onClick={onCopy}>
          Copy Link
        </Button>
        <Button leftSection={<IconPrinter />} onClick={() => window.print()}>
          Print
        </Button>
      </DialogFooter>
      {createPortal(
        <div className={`hidden ${classes.poster}`}>
          <p className={classes.posterTitle}>{title}</p>
          <img src={code} alt={alt} />
          <p>Scan the code with your phone, or open</p>
          <p className={classes.posterLink}>{link}</p>
        </div>,
        document.body,
      )}
    </Dialog>
  );
}
