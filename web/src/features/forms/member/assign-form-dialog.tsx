import { formLabel } from '@kinbridge/contract/forms/form-definition';
import type { Survey } from '@kinbridge/contract/forms/forms.contract';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { Dialog, DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { notifySuccess } from '../../../ui/notices/notices.tsx';
import { surveyTexts } from '../forms.texts.ts';
import type { FormMember } from './form-member.ts';
import { FormSelect } from './form-select.tsx';
import { useAssignForm } from './member-forms.api.ts';

/** Specification §5: a survey must be selected before it can be submitted. */
export function AssignSurveyDialog({ member, onClose }: { member: FormMember; onClose: () => void }) {
  const [survey, setSurvey] = useState<Survey | null>(null);
  const [key, setKey] = useState(newIdempotencyKey);
  const assign = useAssignForm();

  function choose(next: Survey | null) {
    setSurvey(next);
    // Another survey is another assignment.
    setKey(newIdempotencyKey());
  }

  function submit() {
    if (!survey || assign.isPending) return;
    assign.mutate(
      { memberId: member.id, surveyId: survey.id, idempotencyKey: key },
      {
        onSuccess: ({ smsBlockedReason }) => {
          notifySuccess(surveyTexts.assigned(formLabel(survey), member, smsBlockedReason));
          onClose();
        },
      },
    );
  }

  return (
    <Dialog opened onClose={onClose} title="Assign New Survey">
      {assign.error && <CallFailure title={surveyTexts.failed} error={assign.error} />}
      <FormSelect value={survey?.id ?? null} onChange={choose} />
      <Text c="dimmed" mt={12}>
        {member.smsBlockedReason
          ? `No text will be sent: ${member.smsBlockedReason}`
          : `${member.firstName} gets a text with the link to the form.`}
      </Text>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!survey} loading={assign.isPending} onClick={submit}>
          Submit
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
