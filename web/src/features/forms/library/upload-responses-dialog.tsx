import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { formLabel } from '@kinbridge/forms/form-definition';
import { Progress, Select } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../../ui/dialog/submit-footer.tsx';
import { FieldsToFix } from '../../../ui/form/fields-to-fix.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { useTriedErrors } from '../../../ui/form/use-tried-errors.ts';
import { formsTexts } from '../forms.texts.ts';
import { useUploadResponses } from './library.api.ts';
import { libraryTexts } from './library.texts.ts';
import { ResponsesFile } from './responses-file.tsx';
import { UploadedResponsesReport } from './uploaded-responses-report.tsx';

const fields = [
  { path: 'form', label: 'Form' },
  { path: 'file', label: 'Spreadsheet' },
];

interface UploadResponsesDialogProps {
  /** All forms that aren't archived. */
  forms: FormVersion[];
  onClose: () => void;
}

/** Imports responses collected elsewhere, from a spreadsheet with one response per row. */
export function UploadResponsesDialog({ forms, onClose }: UploadResponsesDialogProps) {
  const [formId, setFormId] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const { errors, attempts, check, clear } = useTriedErrors();
  const [sent, setSent] = useState(0);
  const stopper = useRef<AbortController>(null);
  const upload = useUploadResponses();
  const oneAtATime = useOneAtATime();
  const form = forms.find(({ id }) => String(id) === formId);
  useEffect(() => () => stopper.current?.abort(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = { ...(!form && { form: formsTexts.selectOneForm }), ...(!file && { file: formsTexts.required }) };
    if (check(found) && form && file) send(form, file);
  }

  function send({ id: surveyId }: FormVersion, chosen: File) {
    oneAtATime(() => {
      stopper.current = new AbortController();
      return upload.mutateAsync({ surveyId, file: chosen, onProgress: setSent, signal: stopper.current.signal });
    });
  }

  if (upload.data && form && file) {
    return (
      <UploadedResponsesReport
        form={form}
        fileName={file.name}
        uploaded={upload.data}
        onAnother={() => {
          setFile(null);
          setSent(0);
          upload.reset();
        }}
        onClose={onClose}
      />
    );
  }
  const network = upload.error instanceof ApiError && upload.error.status === 0;
  return (
    <Dialog opened onClose={onClose} title={libraryTexts.upload} unsaved={file !== null}>
      <form noValidate onSubmit={submit}>
        {upload.error && (
          <CallFailure
            title={network ? formsTexts.uploadFailedByNetwork : formsTexts.uploadFailed}
            error={upload.error}
          />
        )}
        <FieldsToFix fields={fields.filter(({ path }) => path in errors)} attempts={attempts} />
        <div className="column gap-lg">
          <Select
            label="Form"
            data-path="form"
            placeholder={formsTexts.selectOneForm}
            withAsterisk
            searchable
            data-autofocus
            // The dialog opens with the focus here, and the list would cover it.
            openOnFocus={false}
            nothingFoundMessage={forms.length === 0 ? libraryTexts.noneOpen : 'No form has this title.'}
            data={forms.map((one) => ({ value: String(one.id), label: formLabel(one) }))}
            value={formId}
            onChange={(id) => {
              clear(['form']);
              setFormId(id);
            }}
            error={errors.form}
          />
          <ResponsesFile
            file={file}
            onChange={(chosen) => {
              clear(['file']);
              setFile(chosen);
            }}
            error={errors.file}
          />
        </div>
        {upload.isPending && file && (
          <Progress
            mt={14}
            size={6}
            value={(sent / Math.max(1, file.size)) * 100}
            animated={sent >= file.size}
            aria-label={`Upload of ${file.name}`}
          />
        )}
        <SubmitFooter onCancel={onClose} pending={upload.isPending} action="Upload" />
      </form>
    </Dialog>
  );
}
