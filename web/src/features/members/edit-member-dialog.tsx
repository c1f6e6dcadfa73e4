import type { User } from '@kinbridge/contract/users/users.contract';
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { CheckedForm } from '../../ui/checked-form.tsx';
import { ConflictCard } from '../../ui/conflict-card.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import type { Conflict } from '../../ui/edited-record.ts';
import { CallFailure } from '../../ui/form-errors.tsx';
import { notifySuccess } from '../../ui/notices.tsx';
import {
  changesOf,
  type MemberValues,
  memberLabels,
  rebase,
  toUpdate,
  toValues,
  validateMember,
} from './edit-member.form.ts';
import { EditMemberFields } from './edit-member-fields.tsx';
import { memberQuery, useUpdateMember } from './members.api.ts';
import { memberTexts } from './members.texts.ts';

interface EditMemberDialogProps {
  member: User;
  onClose: () => void;
  onSaved: () => void;
}

export function EditMemberDialog({ member, onClose, onSaved }: EditMemberDialogProps) {
  const client = useQueryClient();
  const update = useUpdateMember(member.id);
  // The member as the form knows them. After a conflict this is the fresh one.
  const [known, setKnown] = useState(member);
  const [conflicts, setConflicts] = useState<Conflict[] | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const form = useForm<MemberValues>({
    initialValues: toValues(member),
    validate: (values) => validateMember(values, known),
  });
  const changed = Object.keys(changesOf(form.values, known)).length > 0;

  async function save(values: MemberValues) {
    if (!changed) return onClose();
    if (update.isPending) return;
    setFailure(null);
    setConflicts(null);
    try {
      await update.mutateAsync(toUpdate(values, known));
      notifySuccess(memberTexts.updated);
      onSaved();
      onClose();
    } catch (error) {
      await explain(error as Error, values);
    }
  }

  async function explain(error: Error, values: MemberValues) {
    if (error instanceof ApiError && error.body.code === 'stale') {
      const fresh = await client.fetchQuery({ ...memberQuery(member.id), staleTime: 0 }).catch(() => null);
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
    <Dialog opened onClose={onClose} title={memberTexts.editTitle} size={560} unsaved={changed && !update.isPending}>
      <CheckedForm form={form} labels={memberLabels} onValid={(values) => void save(values)}>
        {failure && <CallFailure title={memberTexts.updateFailed} error={failure} />}
        {conflicts && <ConflictCard title={memberTexts.staleTitle} conflicts={conflicts} />}
        <EditMemberFields form={form} member={known} />
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
