import { availabilityUpdate } from '@kinbridge/contract/services/service-details';
import type { Service } from '@kinbridge/contract/services/services.contract';
import { Button, NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import { noticeThen, notifyError } from '../../ui/notices/notices.tsx';
import classes from './availability.module.css';
import { useSetAvailability } from './services.api.ts';
import { availabilityTexts as texts } from './services.texts.ts';

interface NoteValues {
  availabilityNote: string;
  waitDays: number | string;
}

/** What others read beside the availability, with a form to change it. */
export function AvailabilityNote({ service }: { service: Service }) {
  const [editing, setEditing] = useState(false);
  const words = texts.note(service);
  const edit = words ? texts.editNote : texts.addNote;
  if (editing) return <NoteForm service={service} onDone={() => setEditing(false)} />;
  return (
    <div className={`gap-x-xs row wrap min-w-0 dimmed anywhere ${classes.note}`}>
      {words && <span>{words}</span>}
      <Button variant="subtle" aria-label={`${edit}: ${service.name}`} onClick={() => setEditing(true)}>
        {edit}
      </Button>
    </div>
  );
}

function NoteForm({ service, onDone }: { service: Service; onDone: () => void }) {
  const set = useSetAvailability(service);
  const form = useForm<NoteValues>({
    initialValues: { availabilityNote: service.availabilityNote ?? '', waitDays: service.waitDays ?? '' },
    validate: (values) => errorsFromSchema(availabilityUpdate, toUpdate(values)),
  });
  const toUpdate = ({ availabilityNote, waitDays }: NoteValues) => ({
    availability: service.availability,
    availabilityNote,
    waitDays: waitDays === '' ? null : Number(waitDays),
  });

  function save(values: NoteValues) {
    set.mutate(toUpdate(values), {
      ...noticeThen(texts.noteSaved, onDone),
      onError: (error) => notifyError(`${texts.failed} ${error.message}`),
    });
  }

  return (
    <form className={`gap-xs grid start ${classes.noteForm}`} onSubmit={form.onSubmit(save)}>
      <TextInput
        label={texts.noteLabel}
        placeholder={texts.notePlaceholder}
        maxLength={140}
        data-autofocus
        autoFocus
        {...form.getInputProps('availabilityNote')}
      />
      <NumberInput label={texts.waitLabel} allowDecimal={false} hideControls {...form.getInputProps('waitDays')} />
      <div className="flex justify-end gap-xs wide">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={set.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
