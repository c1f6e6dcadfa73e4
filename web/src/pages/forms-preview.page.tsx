import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { useChosenForm } from '../features/surveys/form-address.ts';
import { readFormDraft } from '../features/surveys/form-draft.ts';
import { PreviewScreen } from '../features/surveys/preview/preview-screen.tsx';
import { surveyQuery } from '../features/surveys/surveys.api.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

/** Specification §2: the form that is being edited, as members will see it. */
export function FormsPreviewPage() {
  const id = useChosenForm();
  return id === null ? <NewForm /> : <ExistingForm key={id} id={id} />;
}

/** Without a draft there is nothing to preview. */
function NewForm() {
  const [draft] = useState(() => readFormDraft(null));
  return draft ? <PreviewScreen draft={draft} survey={null} /> : <Navigate to="/forms-create" replace />;
}

function ExistingForm({ id }: { id: number }) {
  const { data: survey, error, refetch } = useQuery({ ...surveyQuery(id), refetchOnWindowFocus: false });
  if (survey) return <PreviewScreen draft={readFormDraft(survey.uniqueSurveyId)} survey={survey} />;
  return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
}
