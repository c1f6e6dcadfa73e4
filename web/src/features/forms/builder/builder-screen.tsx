import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import type { SurveyDefinition } from '@kinbridge/forms/form-definition';
import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { formatDateTime } from '../../../lib/dates.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { type FormDraft, forgetFormDraft, readFormDraft } from '../form-draft.ts';
import { baseOf } from '../forms.api.ts';
import { Builder } from './builder.tsx';
import { readDefinition } from './definition/read-definition.ts';

/** The builder for a published form or a new one; an existing draft is offered first. */
export function BuilderScreen({ form }: { form: FormVersion | null }) {
  const uniqueSurveyId = form?.uniqueSurveyId ?? null;
  const published = form ? (readDefinition(form.data).definition ?? {}) : null;
  const goesOn = (useLocation().state as { continueDraft?: boolean } | null)?.continueDraft === true;
  const [draft, setDraft] = useState(() => readFormDraft(uniqueSurveyId));
  const [started, setStarted] = useState(goesOn || draft === null);
  if (draft && !started) {
    return (
      <DraftOffer
        draft={draft}
        form={form}
        onContinue={() => setStarted(true)}
        onDiscard={() => {
          forgetFormDraft(uniqueSurveyId);
          setDraft(null);
          setStarted(true);
        }}
      />
    );
  }
  const initial: SurveyDefinition = draft?.definition ?? published ?? {};
  return <Builder initial={initial} base={draft ? draft.base : form && baseOf(form)} published={published} />;
}

interface DraftOfferProps {
  draft: FormDraft;
  form: FormVersion | null;
  onContinue: () => void;
  onDiscard: () => void;
}

function DraftOffer({ draft, form, onContinue, onDiscard }: DraftOfferProps) {
  useDocumentTitle('Unpublished draft · Kinbridge');
  const newer = form && draft.base && form.version > draft.base.version;
  return (
    <EmptyState
      level={1}
      title="You have an unpublished draft"
      text={`You last changed it on ${formatDateTime(draft.savedAt)}.${newer ? ` Version ${form.version} was published since then.` : ''}`}
      actions={
        <>
          <Button onClick={onContinue} data-autofocus>
            Continue with the draft
          </Button>
          <Button variant="default" onClick={onDiscard}>
            {form ? `Open V.${form.version} instead` : 'Start over'}
          </Button>
        </>
      }
    />
  );
}
