import type { Service, ServiceInput } from '@kinbridge/contract/services/services.contract';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { useKeptEdit } from '../../lib/use-kept-edit.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../ui/dialog/submit-footer.tsx';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { RestoredNote } from '../../ui/form/restored-note.tsx';
import { notifySuccess } from '../../ui/notices/notices.tsx';
import classes from './company-services.module.css';
import { ServiceFields } from './service-fields.tsx';
import { servicesDraft, useUpdateServices } from './services.api.ts';
import { type ServicesValues, type ServiceValues, servicesErrors } from './services.form.ts';
import { servicesLabels, companyServicesTexts as texts } from './services.texts.ts';
import formClasses from './services-form.module.css';

interface EditServicesDialogProps {
  organizationId: number;
  services: Service[];
  onClose: () => void;
}

/** Edits all services together. Only changed ones are sent, so no other change can be undone. */
export function EditServicesDialog({ organizationId, services, onClose }: EditServicesDialogProps) {
  const update = useUpdateServices(organizationId);
  // As they were when the dialog opened, even if others edit them.
  const [before] = useState(services);
  const [failure, setFailure] = useState<Error | null>(null);
  const form = useForm<ServicesValues>({
    initialValues: { services: before.map(toValues) },
    validate: (values) => servicesErrors(values.services),
  });
  const [restored, dismiss] = useKeptEdit(servicesDraft, typedIn(form.values, before), (typed) =>
    form.setValues({ services: before.map((service) => typed[service.id] ?? toValues(service)) }),
  );

  function startOver() {
    form.reset();
    dismiss();
  }

  async function save(values: ServicesValues) {
    const changed = before.flatMap((saved, index) => {
      const service = values.services[index];
      return service && isChanged(service, saved) ? [{ index, id: saved.id, ...(service as ServiceInput) }] : [];
    });
    if (changed.length === 0) return onClose();
    setFailure(null);
    try {
      await update.mutateAsync(changed.map(({ index: _index, ...service }) => service));
      notifySuccess(texts.saved);
      onClose();
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
      // The server's error indexes the sent services; the form indexes all services.
      const place = (path: string) => path.replace(/^\d+/, (sent) => `services.${changed[Number(sent)]?.index}`);
      if (fields.length > 0) form.setErrors(Object.fromEntries(fields.map(([path, words]) => [place(path), words])));
      else setFailure(error as Error);
    }
  }

  return (
    <Dialog opened onClose={onClose} title={texts.edit} size={640} unsaved={form.isDirty() && !update.isPending}>
      <CheckedForm form={form} labels={servicesLabels} onValid={(values) => void save(values)}>
        {restored && <RestoredNote onStartOver={startOver} />}
        {failure && <CallFailure title={texts.failed} error={failure} />}
        <div className={classes.services}>
          {before.map((service, index) => (
            <fieldset key={service.id} className={formClasses.service}>
              <legend>Service #{index + 1}</legend>
              <ServiceFields inputProps={(name) => form.getInputProps(`services.${index}.${name}`)} size="xs" />
            </fieldset>
          ))}
        </div>
        <SubmitFooter onCancel={onClose} pending={update.isPending} />
      </CheckedForm>
    </Dialog>
  );
}

function toValues({ name, type, description }: Service): ServiceValues {
  return { name, type, description: description ?? '' };
}

/** The services that were edited, by id. */
function typedIn({ services }: ServicesValues, before: Service[]): Record<number, ServiceValues> {
  return Object.fromEntries(
    services.flatMap((service, index) => {
      const saved = before[index];
      return saved && isChanged(service, saved) ? [[saved.id, service]] : [];
    }),
  );
}

function isChanged(values: ServiceValues, before: Service): boolean {
  return JSON.stringify(values) !== JSON.stringify(toValues(before));
}
