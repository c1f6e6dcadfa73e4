import type { Service } from '@kinbridge/contract/services/services.contract';
import { useForm } from '@mantine/form';
import { useKeptEdit } from '../../../lib/use-kept-edit.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../../ui/dialog/submit-footer.tsx';
import { CheckedForm } from '../../../ui/form/checked-form.tsx';
import { ConflictCard } from '../../../ui/form/conflict-card.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { RestoredNote } from '../../../ui/form/restored-note.tsx';
import { useEditFailure } from '../../../ui/form/use-edit-failure.ts';
import { notifySuccess } from '../../../ui/notices/notices.tsx';
import { detailsDraft, fetchFreshServices, useSaveDetails } from '../services.api.ts';
import { companyServicesTexts } from '../services.texts.ts';
import {
  type DetailsValues,
  detailsErrors,
  rebase,
  sayDetail,
  toFormErrors,
  toUpdate,
  toValues,
  typedIn,
} from './details.form.ts';
import { detailsLabels, detailsTexts as texts } from './details.texts.ts';
import { DetailsFields } from './details-fields.tsx';

/** Edits who a service helps, where and when, in sections. */
export function DetailsDialog({ service, onClose }: { service: Service; onClose: () => void }) {
  const save = useSaveDetails(service);
  const form = useForm<DetailsValues>({ initialValues: toValues(service), validate: detailsErrors });
  const fetchFresh = async () => (await fetchFreshServices([service]))[0] as Service;
  const { known, conflicts, failure, forget, explain } = useEditFailure(service, { form, fetchFresh, rebase });
  const typed = typedIn(form.values, known);
  const changed = Object.keys(typed).length > 0;
  const [restored, dismiss] = useKeptEdit(detailsDraft(service.id), typed, form.setValues);

  function startOver() {
    form.setValues(toValues(known));
    dismiss();
  }

  async function submit(values: DetailsValues) {
    forget();
    try {
      const saved = await save.mutateAsync(toUpdate(values, known));
      notifySuccess(texts.saved(saved.name));
      onClose();
    } catch (error) {
      await explain(error as Error, values, toFormErrors);
    }
  }

  return (
    <Dialog opened onClose={onClose} title={texts.title(known.name)} size={720} unsaved={changed && !save.isPending}>
      <CheckedForm form={form} labels={detailsLabels} onValid={(values) => void submit(values)}>
        {restored && <RestoredNote onStartOver={startOver} />}
        {failure && <CallFailure title={companyServicesTexts.failed} error={failure} />}
        {conflicts && (
          <ConflictCard
            title={texts.stale}
            conflicts={conflicts}
            values={form.values}
            say={sayDetail}
            onChoose={(field, value) => form.setFieldValue(field, value as never)}
          />
        )}
        <DetailsFields form={form} />
        <SubmitFooter pending={save.isPending} />
      </CheckedForm>
    </Dialog>
  );
}
