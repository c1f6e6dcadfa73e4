import type { MemberCandidate } from '@kinbridge/contract/members/members.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { parseDraft, useDraft } from '../../lib/use-draft.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { SubmitFooter } from '../../ui/dialog/submit-footer.tsx';
import { CheckedForm } from '../../ui/form/checked-form.tsx';
import { CallFailure } from '../../ui/form/form-errors.tsx';
import { errorsFromSchema } from '../../ui/form/form-errors-from-schema.ts';
import { RestoredNote } from '../../ui/form/restored-note.tsx';
import { notifySuccess } from '../../ui/notices/notices.tsx';
import { candidatesOf, mayHaveArrived, type SamePersonAnswer } from '../../ui/same-person/possible-match.ts';
import { SamePersonDialog } from '../../ui/same-person/same-person-dialog.tsx';
import {
  type AddMemberValues,
  addMemberLabels,
  addMemberSchema,
  answerFor,
  emptyMember,
  keptOnRecord,
} from './add-member.form.ts';
import { AddMemberFields } from './add-member-fields.tsx';
import { addMemberDraft, useAddMember } from './members.api.ts';
import { memberTexts } from './members.texts.ts';

/** Adds a member by hand. What is typed stays as a draft, so opening a similar member loses nothing. */
export function AddMemberDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const add = useAddMember();
  const [failure, setFailure] = useState<Error | null>(null);
  const [question, setQuestion] = useState<MemberCandidate[] | null>(null);
  // An answer that may have arrived, until something else is typed: the next try is the same.
  const [answered, setAnswered] = useState<SamePersonAnswer | null>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const [text, keep] = useDraft(addMemberDraft);
  const [restored, setRestored] = useState(text !== '');
  const form = useForm<AddMemberValues>({
    initialValues: parseDraft(text, emptyMember),
    validate: (values) => errorsFromSchema(addMemberSchema, values),
    onValuesChange: (values) => {
      setAnswered(null);
      keep(Object.values(values).some(Boolean) ? JSON.stringify(values) : '');
    },
  });

  function startOver() {
    form.setValues(emptyMember);
    form.clearErrors();
    setRestored(false);
  }

  async function save(values: AddMemberValues, answer = answered) {
    setFailure(null);
    setQuestion(null);
    try {
      const { created, member } = await add.mutateAsync(answerFor(values, answer));
      keep('');
      notifySuccess(
        created ? memberTexts.added(fullName(member)) : memberTexts.alreadyMember(member, keptOnRecord(values, member)),
      );
      void navigate(`/members/${member.id}`);
    } catch (error) {
      setAnswered(mayHaveArrived(error) ? answer : null);
      const candidates = candidatesOf(error);
      if (candidates) setQuestion(candidates);
      else if (error instanceof ApiError && Object.keys(error.fields).length > 0) form.setErrors(error.fields);
      else setFailure(error as Error);
    }
  }

  function close() {
    if (text !== '') notifySuccess(memberTexts.draftSaved);
    onClose();
  }

  return (
    <Dialog opened onClose={close} title={memberTexts.add} size={640}>
      <CheckedForm form={form} labels={addMemberLabels} onValid={(values) => void save(values)}>
        {restored && <RestoredNote onStartOver={startOver} />}
        {failure && <CallFailure title={memberTexts.addFailed} error={failure} />}
        <AddMemberFields form={form} />
        <SubmitFooter ref={submit} action={memberTexts.add} pending={add.isPending} />
      </CheckedForm>
      {question && (
        <SamePersonDialog
          typed={addMemberSchema.parse(form.values)}
          candidates={question}
          onAnswer={(answer) => void save(form.getValues(), answer)}
          onCancel={() => {
            flushSync(() => setQuestion(null));
            submit.current?.focus();
          }}
        />
      )}
    </Dialog>
  );
}
