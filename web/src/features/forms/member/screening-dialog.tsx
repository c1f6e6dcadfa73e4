import type { SavedAnswer } from '@kinbridge/contract/forms/form-answers.contract';
import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { cleanDefinition } from '@kinbridge/forms/clean-definition';
import { formLabel, type SurveyDefinition } from '@kinbridge/forms/form-definition';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answers } from '../../../../form/engine.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { CallFailure } from '../../../ui/form/form-errors.tsx';
import { noticeThen } from '../../../ui/notices/notices.tsx';
import { formsTexts } from '../forms.texts.ts';
import { pausedTitle } from '../submissions/paused-services.tsx';
import type { FormMember } from './form-member.ts';
import { FormSelect, useOfferedForms } from './form-select.tsx';
import { useAnswerForMember } from './member-forms.api.ts';
import { forgetScreening, keepScreening, readScreening, type ScreeningDraft } from './screening-draft.ts';
import { ScreeningQuestions } from './screening-questions.tsx';

interface ScreeningDialogProps {
  member: FormMember;
  onClose: () => void;
  onAnswered: () => void;
}

/** Specification §2, New Member Screening: staff fill in a form with the member. */
export function ScreeningDialog({ member, onClose, onAnswered }: ScreeningDialogProps) {
  const [draft, setDraft] = useState<ScreeningDraft | null>(() => readScreening(member.id));
  const { data: surveys } = useOfferedForms();
  const form = surveys?.find(({ id }) => id === draft?.surveyId);
  const typed = draft !== null && Object.keys(draft.answers).length > 0;

  function keep(next: ScreeningDraft | null) {
    setDraft(next);
    if (next) void keepScreening(member.id, next);
    else forgetScreening(member.id);
  }

  function close() {
    forgetScreening(member.id);
    onClose();
  }

  return (
    <Dialog opened onClose={close} title="New Member Screening" size={640} unsaved={typed}>
      {(askToClose) =>
        form && draft ? (
          <Screening
            key={form.id}
            member={member}
            form={form}
            draft={draft}
            onChanged={(answers, page) => keep({ surveyId: form.id, answers, page })}
            onChooseAgain={typed ? undefined : () => keep(null)}
            onCancel={askToClose}
            onDone={() => {
              onAnswered();
              close();
            }}
          />
        ) : (
          <>
            <FormSelect value={null} onChange={(next) => keep(next && { surveyId: next.id, answers: {} })} />
            <Text c="dimmed" my={16}>
              Choose a form, and fill it in together with {member.firstName}.
            </Text>
          </>
        )
      }
    </Dialog>
  );
}

function savedSentence({ serviceRequested, pausedServices }: SavedAnswer): string {
  const paused = `${pausedTitle(pausedServices)}. The service is paused.`;
  return [
    'Answers saved.',
    ...(serviceRequested ? ['We created a service request for what they asked for.'] : []),
    ...(pausedServices.length > 0 ? [paused] : []),
  ].join(' ');
}

interface ScreeningProps {
  member: FormMember;
  form: FormVersion;
  draft: ScreeningDraft;
  onChanged: (answers: Answers, page: number) => void;
  /** Given until the first answer, so that a wrong form can be changed. */
  onChooseAgain: (() => void) | undefined;
  onCancel: () => void;
  onDone: () => void;
}

function Screening({ member, form, draft, onDone, ...rest }: ScreeningProps) {
  const send = useAnswerForMember(member.id);
  const [definition] = useState(() => cleanDefinition(form.data as SurveyDefinition));
  const { answers, page = 0 } = draft;

  function submit(given: Answers) {
    send.mutate({ form, answers: given }, noticeThen(savedSentence, onDone));
  }

  return (
    <ScreeningQuestions
      start={{ title: form.title, definition, answers, page }}
      name={`${formLabel(form)} with ${fullName(member)}`}
      saving={send.isPending || send.isSuccess}
      failure={
        send.error && (
          <CallFailure title={formsTexts.failed} error={send.error}>
            <Button variant="default" mt={10} onClick={() => submit(answers)}>
              Try again
            </Button>
          </CallFailure>
        )
      }
      onDone={submit}
      {...rest}
    />
  );
}
