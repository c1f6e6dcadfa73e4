import { type ServiceInput, serviceInput } from '@kinbridge/contract/services/services.contract';
import { useForm } from '@mantine/form';
import { fieldErrors } from '../../lib/api.ts';
import { useKeptEdit } from '../../lib/use-kept-edit.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../ui/dialog/submit-footer.tsx';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { FormFailure } from '../../ui/form/form-errors.tsx';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import { RestoredNote } from '../../ui/form/restored-note.tsx';
import { noticeThen } from '../../ui/notices/notices.tsx';
import { ServiceFields } from './service-fields.tsx';
import { newServiceDraft, useAddService } from './services.api.ts';
import { emptyService, type ServiceValues } from './services.form.ts';
import { companyServicesTexts as texts } from './services.texts.ts';
import classes from './services-form.module.css';

const labels = { name: 'Service name', type: 'Service type', description: 'Description' };

export function AddServiceDialog({ organizationId, onClose }: { organizationId: number; onClose: () => void }) {
  const add = useAddService(organizationId);
  const form = useForm<ServiceValues>({
    initialValues: emptyService,
    validate: (values) => errorsFromSchema(serviceInput, values),
  });
  const typed: Partial<ServiceValues> = form.isDirty() ? form.values : {};
  const [restored, dismiss] = useKeptEdit(newServiceDraft, typed, form.setValues);

  function startOver() {
    form.reset();
    dismiss();
  }

  function save(values: ServiceValues) {
    add.mutate(values as ServiceInput, {
      ...noticeThen(({ name }) => texts.added(name), onClose),
      onError: (error) => form.setErrors(fieldErrors(error)),
    });
  }

  return (
    <Dialog opened onClose={onClose} title={texts.addTitle} unsaved={form.isDirty() && !add.isPending}>
      <CheckedForm form={form} labels={labels} onValid={save}>
        {restored && <RestoredNote onStartOver={startOver} />}
        <FormFailure title={texts.failed} error={add.error} labels={labels} />
        <div className={`gap-md grid pair ${classes.fields}`}>
          <ServiceFields inputProps={(name) => form.getInputProps(name)} size="xs" />
        </div>
        <SubmitFooter pending={add.isPending} action="Add service" />
      </CheckedForm>
    </Dialog>
  );
}
