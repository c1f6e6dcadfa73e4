import { surveyLabel } from '@kinbridge/contract/surveys/survey-definition';
import type { Survey } from '@kinbridge/contract/surveys/surveys.contract';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { Dialog, DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { notifySuccess } from '../../../ui/notices/notices.tsx';
import { surveyTexts } from '../surveys.texts.ts';
import { useAssignSurvey } from './member-surveys.api.ts';
import { SurveySelect } from './survey-select.tsx';
import type { SurveyedMember } from './surveyed-member.ts';

/** Specification §5: a survey must be selected before it can be submitted. */
export function AssignSurveyDialog({ member, onClose }: { member: SurveyedMember; onClose: () => void }) {
  const [survey, setSurvey] = useState<Survey | null>(null);
  const [key, setKey] = useState(newIdempotencyKey);
  const assign = useAssignSurvey();

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
          notifySuccess(surveyTexts.assigned(surveyLabel(survey), member, smsBlockedReason));
          onClose();
        },
      },
    );
  }

  return (
    <Dialog opened onClose={onClose} title="Assign New Survey">
      {assign.error && <CallFailure title={surveyTexts.failed} error={assign.error} />}
      <SurveySelect value={survey?.id ?? null} onChange={choose} />
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
