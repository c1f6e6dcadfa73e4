import type { User } from '@kinbridge/contract/users/users.contract';
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { useKeptEdit } from '../../lib/use-kept-edit.ts';
import { CheckedForm } from '../../ui/checked-form.tsx';
import { ConflictCard } from '../../ui/conflict-card.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import type { Conflict } from '../../ui/edited-record.ts';
import { CallFailure } from '../../ui/form-errors.tsx';
import { notifySuccess } from '../../ui/notices.tsx';
import { RestoredNote } from '../../ui/restored-note.tsx';
import {
  changesOf,
  labelsInOrder,
  type ProfileField,
  type ProfileValues,
  rebase,
  toUpdate,
  toValues,
  validateProfile,
  writtenOut,
} from './edit-profile.form.ts';
import { EditProfileFields } from './edit-profile-fields.tsx';
import { profileDraft, userQuery, useUpdateUser } from './users.api.ts';
import { editTexts, userTexts } from './users.texts.ts';

interface EditProfileDialogProps {
  user: User;
  /** True for one's own profile, whose address changes with the password. */
  own: boolean;
  onClose: () => void;
  onSaved?: () => void;
}

/** Edits a profile: one's own, an employee's or a member's. */
export function EditProfileDialog({ user, own, onClose, onSaved }: EditProfileDialogProps) {
  const client = useQueryClient();
  const update = useUpdateUser(user.id);
  // The person as the form knows them. After a conflict this is the fresh one.
  const [known, setKnown] = useState(user);
  const [conflicts, setConflicts] = useState<Conflict<ProfileField>[] | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const edited = { user: known, own };
  const form = useForm<ProfileValues>({
    initialValues: toValues(user),
    validate: (values) => validateProfile(writtenOut(values), edited),
  });
  const changes = changesOf(form.values, edited);
  const changed = Object.keys(changes).length > 0;
  // Without the password, which is never kept.
  const [restored, dismiss] = useKeptEdit(profileDraft(user.id), changes, form.setValues);
  const texts = editTexts(user, own);

  function startOver() {
    form.setValues(toValues(known));
    dismiss();
  }

  async function save(typed: ProfileValues) {
    const values = writtenOut(typed);
    if (!changed) return onClose();
    if (update.isPending) return;
    setFailure(null);
    setConflicts(null);
    try {
      const saved = await update.mutateAsync(toUpdate(values, edited));
      const newAddress = saved.pendingEmail !== known.pendingEmail && saved.pendingEmail;
      notifySuccess(newAddress ? userTexts.emailRequested(newAddress) : texts.saved);
      onSaved?.();
      onClose();
    } catch (error) {
      await explain(error as Error, values);
    }
  }

  async function explain(error: Error, values: ProfileValues) {
    if (error instanceof ApiError && error.body.code === 'stale') {
      const fresh = await client.fetchQuery({ ...userQuery(user.id), staleTime: 0 }).catch(() => null);
      if (!fresh) return setFailure(error);
      const rebased = rebase(values, known, fresh);
      setKnown(fresh);
      form.setValues(rebased.values);
      setConflicts(rebased.conflicts);
    } else if (error instanceof ApiError && Object.keys(error.fields).length > 0) {
      form.setErrors(error.fields);
    } else {
      setFailure(error);
    }
  }

  return (
    <Dialog opened onClose={onClose} title={texts.title} size={560} unsaved={changed && !update.isPending}>
      <CheckedForm form={form} labels={labelsInOrder} onValid={(values) => void save(values)}>
        {restored && <RestoredNote onStartOver={startOver} />}
        {failure && <CallFailure title={userTexts.updateFailed} error={failure} />}
        {conflicts && (
          <ConflictCard
            title={texts.stale}
            conflicts={conflicts}
            values={form.values}
            onChoose={(field, value) => form.setFieldValue(field, value)}
          />
        )}
        <EditProfileFields form={form} edited={edited} />
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={update.isPending}>
            Save Changes
          </Button>
        </DialogFoot>
      </CheckedForm>
    </Dialog>
  );
}
