import type { Service, ServiceInput } from '@kinbridge/contract/services/services.contract';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useKeptEdit } from '../../lib/use-kept-edit.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../ui/dialog/submit-footer.tsx';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { ConflictCard } from '../../ui/form/conflict-card.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { RestoredNote } from '../../ui/form/restored-note.tsx';
import { useEditFailure } from '../../ui/form/use-edit-failure.ts';
import { notifySuccess } from '../../ui/notices/notices.tsx';
import { ServiceFields } from './service-fields.tsx';
import { fetchFreshServices, servicesDraft, useUpdateServices } from './services.api.ts';
import { byPath, rebase, type ServicesValues, sayService, servicesErrors, toValues, typedIn } from './services.form.ts';
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
  const form = useForm<ServicesValues>({
    initialValues: { services: services.map(toValues) },
    validate: (values) => servicesErrors(values.services),
  });
  // Which services there were when the dialog opened, even if others add or delete some.
  const [opened] = useState(services);
  const fetchFresh = () => fetchFreshServices(opened);
  const { known, conflicts, failure, forget, explain } = useEditFailure(opened, { form, fetchFresh, rebase });
  const typed = typedIn(form.values, known);
  const [restored, dismiss] = useKeptEdit(servicesDraft, typed, (kept) =>
    form.setValues({ services: known.map((service) => ({ ...toValues(service), ...kept[service.id] })) }),
  );

  function startOver() {
    form.setValues({ services: known.map(toValues) });
    dismiss();
  }

  async function save(values: ServicesValues) {
    const changed = known.filter(({ id }) => id in typed);
    if (changed.length === 0) return onClose();
    forget();
    try {
      await update.mutateAsync(
        changed.map((saved) => {
          const { id, name, type, description } = saved;
          const service = values.services[known.indexOf(saved)] as ServiceInput;
          return { id, ...service, before: { name, type, description } };
        }),
      );
      notifySuccess(texts.saved);
      onClose();
    } catch (error) {
      // The server's errors count the services that were sent; the form counts all.
      const place = (path: string) =>
        path.replace(/^\d+/, (n) => `services.${known.indexOf(changed[Number(n)] as Service)}`);
      await explain(error as Error, values, (fields) =>
        Object.fromEntries(Object.entries(fields).map(([path, words]) => [place(path), words])),
      );
    }
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={texts.edit}
      size={640}
      unsaved={Object.keys(typed).length > 0 && !update.isPending}
    >
      <CheckedForm form={form} labels={servicesLabels} onValid={(values) => void save(values)}>
        {restored && <RestoredNote onStartOver={startOver} />}
        {failure && <CallFailure title={texts.failed} error={failure} />}
        {conflicts && (
          <ConflictCard
            title={texts.stale}
            conflicts={conflicts}
            values={byPath(form.values)}
            say={sayService}
            onChoose={(path, value) => form.setFieldValue(path, value as string)}
          />
        )}
        <div className="column gap-md">
          {known.map((service, index) => (
            <fieldset key={service.id} className={`m-0 card min-w-0 gap-md grid pair ${formClasses.service}`}>
              <legend className="p-0 px-6 heavy">Service #{index + 1}</legend>
              <ServiceFields inputProps={(name) => form.getInputProps(`services.${index}.${name}`)} size="xs" />
            </fieldset>
          ))}
        </div>
        <SubmitFooter pending={update.isPending} />
      </CheckedForm>
    </Dialog>
  );
}
