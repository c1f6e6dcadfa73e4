import type { Submission } from '@kinbridge/contract/forms/form-answers.contract';
import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatLongDateTime } from '../../../lib/dates.ts';
import { ifKnown } from '../../../lib/queries/if-known.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { SectionFailure } from '../../../ui/section/section-failure.tsx';
import { formQuery } from '../forms.api.ts';
import { formsTexts } from '../forms.texts.ts';
import { AnswerList } from './answer-list.tsx';
import { PausedServices } from './paused-services.tsx';
import { answeredDefinition } from './submission-questions.ts';
import { answerQuery } from './submissions.api.ts';
import { whoAnswered } from './submissions-columns.tsx';

interface AnswerDialogProps {
  answerId: number;
  onClose: () => void;
  /** Extra content above the answer. */
  extra?: (answer: Submission, form: FormVersion) => ReactNode;
}

/** One submission, with the questions of its form version. */
export function AnswerDialog({ answerId, onClose, extra }: AnswerDialogProps) {
  const answer = useQuery(answerQuery(answerId));
  const form = useQuery(ifKnown(answer.data?.surveyId, formQuery));
  const failed = answer.error ?? form.error;
  return (
    <Dialog opened onClose={onClose} title={form.data?.title.trim() || 'Answer'} size={760}>
      {answer.data && form.data ? (
        <Answer answer={answer.data} form={form.data} extra={extra?.(answer.data, form.data)} />
      ) : failed ? (
        <SectionFailure
          sentence={`${formsTexts.notRetrieved}. ${failed.message}`}
          onRetry={() => void (answer.error ? answer.refetch() : form.refetch())}
        />
      ) : (
        <Skeleton height={320} radius="md" mb={20} aria-busy="true" />
      )}
    </Dialog>
  );
}

function Answer({ answer, form, extra }: { answer: Submission; form: FormVersion; extra: ReactNode }) {
  const { id, data } = answer;
  return (
    <>
      <p className="m-0 mb-14 dimmed">
        {whoAnswered(answer)} · {formatLongDateTime(answer.createTimestamp)} · V.{answer.version}
      </p>
      <PausedServices services={answer.pausedServices} />
      {extra}
      <AnswerList answerId={id} definition={answeredDefinition(form, data)} answers={data} />
    </>
  );
}
