import type { Service } from '@kinbridge/contract/services/services.contract';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { useKeptEdit } from '../../../lib/use-kept-edit.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../../ui/dialog/submit-footer.tsx';
import { CheckedForm } from '../../../ui/form/checked-form.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { RestoredNote } from '../../../ui/form/restored-note.tsx';
import { notifySuccess } from '../../../ui/notices/notices.tsx';
import { detailsDraft, useSaveDetails } from '../services.api.ts';
import { companyServicesTexts } from '../services.texts.ts';
import { changedDetails, type DetailsValues, detailsErrors, toFormErrors, toValues } from './details.form.ts';
import { detailsLabels, detailsTexts as texts } from './details.texts.ts';
import { DetailsFields } from './details-fields.tsx';

interface DetailsDialogProps {
  service: Service;
  onClose: () => void;
}

/** Edits who a service helps, where and when, in sections. */
export function DetailsDialog({ service, onClose }: DetailsDialogProps) {
  const save = useSaveDetails(service);
  // As it was when the dialog opened, even if others edit it.
  const [before] = useState(service);
  const [failure, setFailure] = useState<Error | null>(null);
  const form = useForm<DetailsValues>({ initialValues: toValues(before), validate: detailsErrors });
  const typed: Partial<DetailsValues> = form.isDirty() ? form.values : {};
  const [restored, dismiss] = useKeptEdit(detailsDraft(before.id), typed, form.setValues);

  function startOver() {
    form.setValues(toValues(before));
    dismiss();
  }

  async function submit(values: DetailsValues) {
    setFailure(null);
    try {
      const saved = await save.mutateAsync(changedDetails(values, before));
      notifySuccess(texts.saved(saved.name));
      onClose();
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) form.setErrors(toFormErrors(error.fields));
      else setFailure(error as Error);
    }
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={texts.title(before.name)}
      size={720}
      unsaved={form.isDirty() && !save.isPending}
    >
      <CheckedForm form={form} labels={detailsLabels} onValid={(values) => void submit(values)}>
        {restored && <RestoredNote onStartOver={startOver} />}
        {failure && <CallFailure title={companyServicesTexts.failed} error={failure} />}
        <DetailsFields form={form} />
        <SubmitFooter onCancel={onClose} pending={save.isPending} />
      </CheckedForm>
    </Dialog>
  );
}
