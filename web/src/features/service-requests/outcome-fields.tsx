import { type EndStatus, type OutcomeCode, outcomeLabels } from '@kinbridge/contract/service-requests/outcomes';
import { Radio } from '@mantine/core';
import { GrowingTextarea } from '../../ui/fields/growing-textarea.tsx';
import { outcomeTexts } from './outcome.texts.ts';
import { type OutcomeDraft, problemOf } from './outcome-draft.ts';
import classes from './outcome-fields.module.css';

interface OutcomeFieldsProps {
  to: EndStatus;
  draft: OutcomeDraft;
  onChange: (draft: OutcomeDraft) => void;
  /** After a first try: says what is missing. */
  tried: boolean;
  /** Takes the focus when its dialog opens. */
  first?: boolean;
}

/** Why requests are cancelled, or what came of them. */
export function OutcomeFields({ to, draft, onChange, tried, first = false }: OutcomeFieldsProps) {
  const problem = tried ? problemOf(draft) : null;
  const codes = Object.entries(outcomeLabels[to]) as [OutcomeCode, string][];
  const focused = draft.code ?? codes[0]?.[0];
  const noteRequired = draft.code === 'OTHER';
  return (
    <div className="gap-md mt-md column">
      <Radio.Group
        label={outcomeTexts.question[to]}
        withAsterisk
        value={draft.code}
        onChange={(code) => onChange({ ...draft, code: code as OutcomeCode })}
        error={problem?.code}
      >
        <div className={`px-0 py-2xs gap-x-md grid pair ${classes.codes}`}>
          {codes.map(([code, label]) => (
            <Radio
              key={code}
              value={code}
              label={label}
              className={classes.code ?? ''}
              {...(first && code === focused && { 'data-autofocus': true })}
            />
          ))}
        </div>
      </Radio.Group>
      <GrowingTextarea
        label={outcomeTexts.note}
        description={outcomeTexts.noteHint}
        minRows={2}
        maxRows={6}
        maxLength={500}
        withAsterisk={noteRequired}
        aria-required={noteRequired}
        value={draft.note}
        onChange={(event) => onChange({ ...draft, note: event.currentTarget.value })}
        error={problem?.note}
      />
    </div>
  );
}
