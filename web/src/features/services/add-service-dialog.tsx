import { type ServiceInput, serviceInput } from '@kinbridge/contract/services/services.contract';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { useKeptEdit } from '../../lib/use-kept-edit.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../ui/dialog/submit-footer.tsx';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import { RestoredNote } from '../../ui/form/restored-note.tsx';
import { notifySuccess } from '../../ui/notices/notices.tsx';
import { ServiceFields } from './service-fields.tsx';
import { newServiceDraft, useAddService } from './services.api.ts';
import { emptyService, type ServiceValues } from './services.form.ts';
import { companyServicesTexts as texts } from './services.texts.ts';
import classes from './services-form.module.css';

interface AddServiceDialogProps {
  organizationId: number;
  onClose: () => void;
}

const labels = { name: 'Service name', type: 'Service type', description: 'Description' };

export function AddServiceDialog({ organizationId, onClose }: AddServiceDialogProps) {
  const add = useAddService(organizationId);
  const [failure, setFailure] = useState<Error | null>(null);
  // One key per typed content: a retry after a lost response adds nothing twice.
  const [key, setKey] = useState(newIdempotencyKey);
  const form = useForm<ServiceValues>({
    initialValues: emptyService,
    validate: (values) => errorsFromSchema(serviceInput, values),
    onValuesChange: () => setKey(newIdempotencyKey()),
  });
  const typed: Partial<ServiceValues> = form.isDirty() ? form.values : {};
  const [restored, dismiss] = useKeptEdit(newServiceDraft, typed, form.setValues);

  function startOver() {
    form.reset();
    dismiss();
  }

  async function save(values: ServiceValues) {
    setFailure(null);
    try {
      const service = await add.mutateAsync({ service: values as ServiceInput, idempotencyKey: key });
      notifySuccess(texts.added(service.name));
      onClose();
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) form.setErrors(error.fields);
      else setFailure(error as Error);
    }
  }

  return (
    <Dialog opened onClose={onClose} title={texts.addTitle} unsaved={form.isDirty() && !add.isPending}>
      <CheckedForm form={form} labels={labels} onValid={(values) => void save(values)}>
        {restored && <RestoredNote onStartOver={startOver} />}
        {failure && <CallFailure title={texts.failed} error={failure} />}
        <div className={`gap-md grid pair ${classes.fields}`}>
          <ServiceFields inputProps={(name) => form.getInputProps(name)} size="xs" />
        </div>
        <SubmitFooter onCancel={onClose} pending={add.isPending} action="Add service" />
      </CheckedForm>
    </Dialog>
  );
}
