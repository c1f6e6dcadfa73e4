import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';
import { parseDraft, useDraft } from '../../lib/use-draft.ts';
import { Dialog, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import { RestoredNote } from '../../ui/form/restored-note.tsx';
import { notifySuccess } from '../../ui/notices/notices.tsx';
import {
  type AddMemberValues,
  addMemberLabels,
  addMemberSchema,
  emptyMember,
  keptOnRecord,
} from './add-member.form.ts';
import { AddMemberFields } from './add-member-fields.tsx';
import { addMemberDraft, useAddMember } from './members.api.ts';
import { memberTexts } from './members.texts.ts';

/** Adds a member by hand. What is typed stays as a draft, so opening a similar member loses nothing. */
export function AddMemberDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const add = useAddMember();
  const [failure, setFailure] = useState<Error | null>(null);
  // One key per typed content: a retry after a lost response adds nobody twice.
  const [key, setKey] = useState(newIdempotencyKey);
  const [text, keep] = useDraft(addMemberDraft);
  const [restored, setRestored] = useState(text !== '');
  const form = useForm<AddMemberValues>({
    initialValues: parseDraft(text, emptyMember),
    validate: (values) => errorsFromSchema(addMemberSchema, values),
    onValuesChange: (values) => {
      setKey(newIdempotencyKey());
      keep(Object.values(values).some(Boolean) ? JSON.stringify(values) : '');
    },
  });

  function startOver() {
    form.setValues(emptyMember);
    form.clearErrors();
    setRestored(false);
  }

  async function save(values: AddMemberValues) {
    setFailure(null);
    try {
      const { created, member } = await add.mutateAsync({ member: values, idempotencyKey: key });
      keep('');
      notifySuccess(created ? memberTexts.added : memberTexts.alreadyMember(member, keptOnRecord(values, member)));
      void navigate(`/members/${member.id}`);
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) form.setErrors(error.fields);
      else setFailure(error as Error);
    }
  }

  return (
    <Dialog opened onClose={onClose} title={memberTexts.add} size={640}>
      <CheckedForm form={form} labels={addMemberLabels} onValid={(values) => void save(values)}>
        {restored && <RestoredNote onStartOver={startOver} />}
        {failure && <CallFailure title={memberTexts.addFailed} error={failure} />}
        <AddMemberFields form={form} />
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            {memberTexts.add}
          </Button>
        </DialogFooter>
      </CheckedForm>
    </Dialog>
  );
}
