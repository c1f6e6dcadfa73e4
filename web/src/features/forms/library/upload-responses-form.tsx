import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { formLabel } from '@kinbridge/forms/form-definition';
import { Progress, Select } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../../ui/dialog/submit-footer.tsx';
import { FieldsToFix } from '../../../ui/form/fields-to-fix.tsx';
import { CallFailure, FailureCard } from '../../../ui/form/form-errors.tsx';
import { useTriedErrors } from '../../../ui/form/use-tried-errors.ts';
import { formsTexts } from '../forms.texts.ts';
import { useUploadResponses } from './library.api.ts';
import { libraryTexts } from './library.texts.ts';
import { ResponsesFile } from './responses-file.tsx';
import type { UploadReport } from './uploaded-responses-report.tsx';

const fields = [
  { path: 'form', label: 'Form' },
  { path: 'file', label: 'Spreadsheet' },
];

interface UploadResponsesFormProps {
  /** All forms that aren't archived. */
  forms: FormVersion[];
  formId: string | null;
  onForm: (formId: string | null) => void;
  /** Why an upload that continued in the background failed. */
  failure: string | null;
  onSend: () => void;
  onReport: (report: UploadReport) => void;
  onClose: () => void;
}

/** The form of responses, and their file. */
export function UploadResponsesForm(props: UploadResponsesFormProps) {
  const { forms, formId, onForm, failure, onSend, onReport, onClose } = props;
  const [file, setFile] = useState<File | null>(null);
  const { errors, attempts, check, clear } = useTriedErrors();
  const upload = useUploadResponses();
  const oneAtATime = useOneAtATime();
  const form = forms.find(({ id }) => String(id) === formId);

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = { ...(!form && { form: formsTexts.selectOneForm }), ...(!file && { file: formsTexts.required }) };
    if (check(found) && form && file) send(form, file);
  }

  function send(to: FormVersion, chosen: File) {
    oneAtATime(async () => {
      onSend();
      const uploaded = await upload.mutateAsync({ form: to, file: chosen });
      if (uploaded) onReport({ form: to, fileName: chosen.name, uploaded });
    });
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
        {failure && (
          <FailureCard title={formsTexts.uploadFailed} occasion={failure}>
            <p className="m-0 mt-2xs text-sm anywhere">{failure}</p>
          </FailureCard>
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
              onForm(id);
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
            value={(upload.sent / Math.max(1, file.size)) * 100}
            animated={upload.sent >= file.size}
            aria-label={`Upload of ${file.name}`}
          />
        )}
        <SubmitFooter pending={upload.isPending} action="Upload" />
      </form>
    </Dialog>
  );
}
