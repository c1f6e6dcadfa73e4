import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { isOver } from '../../../lib/uploads/use-uploads.ts';
import { Dialog, DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { UploadContinues, UploadSection } from '../../../ui/uploads/upload-progress.tsx';
import { forgetResponses, useResponseUploads } from './library.api.ts';
import { libraryTexts } from './library.texts.ts';
import { UploadResponsesForm } from './upload-responses-form.tsx';
import { UploadedResponsesReport, type UploadReport } from './uploaded-responses-report.tsx';

interface UploadResponsesDialogProps {
  /** All forms that aren't archived. */
  forms: FormVersion[];
  onClose: () => void;
}

/** Imports responses collected elsewhere, from a spreadsheet with one response per row. */
export function UploadResponsesDialog({ forms, onClose }: UploadResponsesDialogProps) {
  const [formId, setFormId] = useState<string | null>(null);
  const [report, setReport] = useState<UploadReport | null>(null);
  const [kept] = useResponseUploads();
  const { state, result, message = null } = kept?.upload ?? {};
  const shown = report ?? (kept && state === 'done' && result ? { ...kept, uploaded: result } : null);

  function forget() {
    setReport(null);
    if (kept && isOver(kept.upload)) forgetResponses([kept.id]);
  }

  function close() {
    forget();
    onClose();
  }

  if (shown) return <UploadedResponsesReport {...shown} onAnother={forget} onClose={close} />;
  if (kept && state !== 'failed') {
    return (
      <Dialog opened onClose={close} title={libraryTexts.upload}>
        <UploadSection fileName={kept.fileName} upload={kept.upload} />
        <UploadContinues />
        <DialogFooter>
          <Button onClick={close} data-autofocus>
            Close
          </Button>
        </DialogFooter>
      </Dialog>
    );
  }
  return (
    <UploadResponsesForm
      forms={forms}
      formId={formId}
      onForm={setFormId}
      failure={message}
      onSend={forget}
      onReport={setReport}
      onClose={close}
    />
  );
}
