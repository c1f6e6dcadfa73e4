import type { SurveyDefinition } from '@kinbridge/contract/forms/form-definition';
import type { Survey } from '@kinbridge/contract/forms/forms.contract';
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
export function BuilderScreen({ survey }: { survey: Survey | null }) {
  const uniqueSurveyId = survey?.uniqueSurveyId ?? null;
  const published = survey ? (readDefinition(survey.data).definition ?? {}) : null;
  const goesOn = (useLocation().state as { continueDraft?: boolean } | null)?.continueDraft === true;
  const [draft, setDraft] = useState(() => readFormDraft(uniqueSurveyId));
  const [started, setStarted] = useState(goesOn || draft === null);
  if (draft && !started) {
    return (
      <DraftOffer
        draft={draft}
        survey={survey}
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
  return <Builder initial={initial} base={draft ? draft.base : survey && baseOf(survey)} published={published} />;
}

interface DraftOfferProps {
  draft: FormDraft;
  survey: Survey | null;
  onContinue: () => void;
  onDiscard: () => void;
}

function DraftOffer({ draft, survey, onContinue, onDiscard }: DraftOfferProps) {
  useDocumentTitle('Unpublished draft · Kinbridge');
  const newer = survey && draft.base && survey.version > draft.base.version;
  return (
    <EmptyState
      level={1}
      title="You have an unpublished draft"
      text={`You last changed it on ${formatDateTime(draft.savedAt)}.${newer ? ` Version ${survey.version} was published since then.` : ''}`}
      actions={
        <>
          <Button onClick={onContinue} data-autofocus>
            Continue with the draft
          </Button>
          <Button variant="default" onClick={onDiscard}>
            {survey ? `Open V.${survey.version} instead` : 'Start over'}
          </Button>
        </>
      }
    />
  );
}
