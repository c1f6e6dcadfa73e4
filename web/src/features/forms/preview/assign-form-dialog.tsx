import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { formLabel } from '@kinbridge/forms/form-definition';
import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { Dialog, DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { notifySuccess } from '../../../ui/notices/notices.tsx';
import { formsTexts } from '../forms.texts.ts';
import { useAssignForm } from '../member/member-forms.api.ts';

/** Renders a field that finds a member. */
export type FindMember = (onChoose: (member: User) => void) => ReactNode;

interface AssignFormDialogProps {
  form: FormVersion;
  findMember: FindMember;
  onClose: () => void;
}

/** Assigns a form to a member chosen here. */
export function AssignFormDialog({ form, findMember, onClose }: AssignFormDialogProps) {
  const [chosen, setChosen] = useState<{ member: User; idempotencyKey: string } | null>(null);
  const assign = useAssignForm();
  const member = chosen?.member;

  function submit() {
    if (!chosen) return;
    assign.mutate(
      { memberId: chosen.member.id, surveyId: form.id, idempotencyKey: chosen.idempotencyKey },
      {
        onSuccess: ({ smsBlockedReason }) => {
          notifySuccess(formsTexts.assigned(formLabel(form), chosen.member, smsBlockedReason));
          onClose();
        },
      },
    );
  }

  return (
    <Dialog opened onClose={onClose} title={`Assign ${formLabel(form)}`}>
      {assign.error && <CallFailure title={formsTexts.failed} error={assign.error} />}
      {findMember((found) => setChosen({ member: found, idempotencyKey: newIdempotencyKey() }))}
      <Text mt={12} role="status">
        {member
          ? `${fullName(member)} gets the form, and a text with its link if they receive texts.`
          : 'Choose the member who should answer the form.'}
      </Text>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!chosen} loading={assign.isPending} onClick={submit}>
          Assign
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
