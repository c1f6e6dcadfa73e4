import type { Submission } from '@kinbridge/contract/forms/form-answers.contract';
import type { Survey } from '@kinbridge/contract/forms/forms.contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatLongDateTime } from '../../../lib/dates.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SectionFailure } from '../../../ui/section/section-failure.tsx';
import { formQuery } from '../forms.api.ts';
import { surveyTexts } from '../forms.texts.ts';
import { AnswerList } from './answer-list.tsx';
import { answeredDefinition } from './submission-questions.ts';
import { answerQuery } from './submissions.api.ts';
import classes from './submissions.module.css';
import { whoAnswered } from './submissions-columns.tsx';

interface AnswerDialogProps {
  answerId: number;
  onClose: () => void;
  /** Extra content above the answer. */
  extra?: (answer: Submission, survey: Survey) => ReactNode;
}

/** One submission, with the questions of its form version. */
export function AnswerDialog({ answerId, onClose, extra }: AnswerDialogProps) {
  const answer = useQuery(answerQuery(answerId));
  const surveyId = answer.data?.surveyId ?? 0;
  const survey = useQuery({ ...formQuery(surveyId), enabled: surveyId > 0 });
  const failed = answer.error ?? survey.error;
  return (
    <Dialog opened onClose={onClose} title={survey.data?.title.trim() || 'Answer'} size={760}>
      {answer.data && survey.data ? (
        <Answer answer={answer.data} survey={survey.data} extra={extra?.(answer.data, survey.data)} />
      ) : failed ? (
        <SectionFailure
          sentence={`${surveyTexts.notRetrieved}. ${failed.message}`}
          onRetry={() => void (answer.error ? answer.refetch() : survey.refetch())}
        />
      ) : (
        <Skeleton height={320} radius="md" mb={20} aria-busy="true" />
      )}
    </Dialog>
  );
}

function Answer({ answer, survey, extra }: { answer: Submission; survey: Survey; extra: ReactNode }) {
  const { id, data } = answer;
  return (
    <>
      <p className={classes.facts}>
        {whoAnswered(answer)} · {formatLongDateTime(answer.createTimestamp)} · V.{answer.version}
      </p>
      {extra}
      <AnswerList answerId={id} definition={answeredDefinition(survey, data)} answers={data} />
    </>
  );
}
