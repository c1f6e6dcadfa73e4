import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import type { User } from '@kinbridge/contract/users/users.contract';
import { formLabel } from '@kinbridge/forms/form-definition';
import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../../ui/dialog/submit-footer.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { noticeThen } from '../../../ui/notices/notices.tsx';
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
  const [member, setMember] = useState<User | null>(null);
  const assign = useAssignForm();

  function submit() {
    if (!member) return;
    assign.mutate(
      { memberId: member.id, surveyId: form.id },
      noticeThen(({ smsBlockedReason }) => formsTexts.assigned(formLabel(form), member, smsBlockedReason), onClose),
    );
  }

  return (
    <Dialog opened onClose={onClose} title={`Assign ${formLabel(form)}`}>
      {assign.error && <CallFailure title={formsTexts.failed} error={assign.error} />}
      {findMember(setMember)}
      <Text mt={12} role="status">
        {member
          ? `${fullName(member)} gets the form, and a text with its link if they receive texts.`
          : 'Choose the member who should answer the form.'}
      </Text>
      <SubmitFooter onCancel={onClose} action="Assign" disabled={!member} pending={assign.isPending} onClick={submit} />
    </Dialog>
  );
}
