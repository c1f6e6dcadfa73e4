import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { formLabel } from '@kinbridge/forms/form-definition';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../../ui/dialog/submit-footer.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { noticeThen } from '../../../ui/notices/notices.tsx';
import { formsTexts } from '../forms.texts.ts';
import type { FormMember } from './form-member.ts';
import { FormSelect } from './form-select.tsx';
import { useAssignForm } from './member-forms.api.ts';

/** Specification §5: a survey must be selected before it can be submitted. */
export function AssignFormDialog({ member, onClose }: { member: FormMember; onClose: () => void }) {
  const [form, setForm] = useState<FormVersion | null>(null);
  const assign = useAssignForm();

  function submit() {
    if (!form) return;
    assign.mutate(
      { memberId: member.id, surveyId: form.id },
      noticeThen(({ smsBlockedReason }) => formsTexts.assigned(formLabel(form), member, smsBlockedReason), onClose),
    );
  }

  return (
    <Dialog opened onClose={onClose} title="Assign New Survey">
      {assign.error && <CallFailure title={formsTexts.failed} error={assign.error} />}
      <FormSelect value={form?.id ?? null} onChange={setForm} />
      <Text c="dimmed" mt={12}>
        {member.smsBlockedReason
          ? `No text will be sent: ${member.smsBlockedReason}`
          : `${member.firstName} gets a text with the link to the form.`}
      </Text>
      <SubmitFooter onCancel={onClose} action="Submit" disabled={!form} pending={assign.isPending} onClick={submit} />
    </Dialog>
  );
}
