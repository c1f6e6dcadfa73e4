import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { loadLater, usePreload } from '../../../lib/load-later.tsx';
import { IconUpload } from '../../../ui/icons/icons.ts';
import { IconFileImport } from '../../../ui/icons/later-icons.ts';
import { CreateFormMenu } from './create-form-menu.tsx';
import classes from './library.module.css';
import { libraryTexts } from './library.texts.ts';
import { formsIn } from './library-tabs.ts';

const ImportDialog = loadLater(async () => (await import('./import-dialog.tsx')).ImportDialog);
const UploadResponsesDialog = loadLater(
  async () => (await import('./upload-responses-dialog.tsx')).UploadResponsesDialog,
);

export type LibraryDialog = 'import' | 'upload' | null;

interface LibraryButtonsProps {
  forms: FormVersion[] | undefined;
  dialog: LibraryDialog;
  onDialog: (dialog: LibraryDialog) => void;
}

/** Specification §2: Import Survey, Upload Responses, Create New Form. */
export function LibraryButtons({ forms, dialog, onDialog }: LibraryButtonsProps) {
  usePreload(ImportDialog, UploadResponsesDialog);
  const close = () => onDialog(null);
  return (
    <div className={`flex wrap gap-xs ${classes.buttons}`}>
      <Button variant="default" leftSection={<IconFileImport />} onClick={() => onDialog('import')}>
        {libraryTexts.import}
      </Button>
      <Button
        variant="default"
        leftSection={<IconUpload />}
        disabled={forms === undefined}
        onClick={() => onDialog('upload')}
      >
        {libraryTexts.upload}
      </Button>
      <CreateFormMenu />
      <Suspense>
        {dialog === 'import' && <ImportDialog onClose={close} />}
        {dialog === 'upload' && forms && <UploadResponsesDialog forms={formsIn('manage', forms)} onClose={close} />}
      </Suspense>
    </div>
  );
}
