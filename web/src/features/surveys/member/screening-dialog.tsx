import { type SurveyDefinition, servicesAskedFor } from '@kinbridge/contract/surveys/survey-definition';
import type { Survey } from '@kinbridge/contract/surveys/surveys.contract';
import { Button, Skeleton, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { CallFailure } from '../../../ui/form-errors.tsx';
import { notifySuccess } from '../../../ui/notices.tsx';
import { surveyTexts } from '../surveys.texts.ts';
import { SurveyViewLater } from '../view/survey-view-later.tsx';
import { uploadAnswerFile, useAnswerForMember } from './member-surveys.api.ts';
import classes from './member-surveys.module.css';
import type { SurveyedMember } from './member-surveys.tsx';
import { forgetScreening, keepScreening, readScreening, type ScreeningDraft } from './screening-draft.ts';
import { SurveySelect, useOfferedSurveys } from './survey-select.tsx';

interface ScreeningDialogProps {
  member: SurveyedMember;
  onClose: () => void;
  onAnswered: () => void;
}

/** Specification §2, New Member Screening: staff fill in a form with the member. */
export function ScreeningDialog({ member, onClose, onAnswered }: ScreeningDialogProps) {
  const [draft, setDraft] = useState<ScreeningDraft | null>(() => readScreening(member.id));
  const { data: surveys } = useOfferedSurveys();
  const survey = surveys?.find(({ id }) => id === draft?.surveyId);
  const typed = draft !== null && Object.keys(draft.answers).length > 0;

  function keep(next: ScreeningDraft | null) {
    setDraft(next);
    if (next) keepScreening(member.id, next);
    else forgetScreening(member.id);
  }

  function close() {
    forgetScreening(member.id);
    onClose();
  }

  return (
    <Dialog opened onClose={close} title="New Member Screening" size={760} unsaved={typed}>
      {typed && survey ? (
        <Text c="dimmed">
          {survey.title} with {member.firstName} {member.lastName}
        </Text>
      ) : (
        <SurveySelect
          value={survey?.id ?? null}
          onChange={(next) => keep(next && { surveyId: next.id, answers: {} })}
        />
      )}
      {survey && draft ? (
        <ScreeningForm
          key={survey.id}
          member={member}
          survey={survey}
          answers={draft.answers}
          onChanged={(answers) => keep({ surveyId: survey.id, answers })}
          onDone={() => {
            onAnswered();
            close();
          }}
        />
      ) : (
        <Text c="dimmed" my={16}>
          Choose a form, and fill it in together with {member.firstName}.
        </Text>
      )}
    </Dialog>
  );
}

interface ScreeningFormProps {
  member: SurveyedMember;
  survey: Survey;
  answers: Record<string, unknown>;
  onChanged: (answers: Record<string, unknown>) => void;
  onDone: () => void;
}

function ScreeningForm({ member, survey, answers, onChanged, onDone }: ScreeningFormProps) {
  const send = useAnswerForMember(member.id);
  const sent = useRef({ text: '', key: '' });

  function submit(data: Record<string, unknown>) {
    onChanged(data);
    // The same answers once more are the same screening, others are not.
    const text = JSON.stringify(data);
    if (sent.current.text !== text) sent.current = { text, key: newIdempotencyKey() };
    const { id: surveyId, version } = survey;
    send.mutate(
      { surveyId, version, data, idempotencyKey: sent.current.key },
      {
        onSuccess: () => {
          const asked = servicesAskedFor(survey.data as SurveyDefinition, data).length > 0;
          notifySuccess(`Answers saved.${asked ? ' We created a service request for what they asked for.' : ''}`);
          onDone();
        },
      },
    );
  }

  return (
    <>
      {send.error && (
        <CallFailure title={surveyTexts.failed} error={send.error}>
          <Button variant="default" mt={10} onClick={() => submit(answers)}>
            Try again
          </Button>
        </CallFailure>
      )}
      {send.isPending || send.isSuccess ? (
        <Skeleton height={320} radius="md" my={16} aria-busy="true" aria-label="Saving the answers" />
      ) : (
        // A form that was sent is done; after a failure it starts again with what was answered.
        <div className={classes.form}>
          <SurveyViewLater
            definition={survey.data as SurveyDefinition}
            answers={answers}
            completeText="Save answers"
            upload={(file) => uploadAnswerFile(survey.uniqueSurveyId, file)}
            onChanged={onChanged}
            onComplete={submit}
          />
        </div>
      )}
    </>
  );
}
