import type { DisplayedSurvey } from '@kinbridge/contract/surveys/surveys.contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { organizationQuery } from '../features/organizations/account.api.ts';
import { readFormDraft } from '../features/surveys/form-draft.ts';
import { useChosenForm } from '../features/surveys/form-url.ts';
import { PreviewScreen } from '../features/surveys/preview/preview-screen.tsx';
import { surveyQuery } from '../features/surveys/surveys.api.ts';
import { useCurrentUser } from '../lib/current-user.ts';
import { LoadFailure } from '../ui/load-failure.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';

/** Specification §2: the form that is being edited, as members will see it. */
export function FormsPreviewPage() {
  const id = useChosenForm();
  const { organizationId } = useCurrentUser();
  const { data: organization, error, refetch } = useQuery(organizationQuery(organizationId ?? 0));
  if (!organization) return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const { name, imageFilename } = organization;
  const whose = { id: organization.id, name, imageFilename };
  return id === null ? <NewForm whose={whose} /> : <ExistingForm key={id} id={id} whose={whose} />;
}

/** Without a draft there is nothing to preview. */
function NewForm({ whose }: { whose: DisplayedSurvey['organization'] }) {
  const [draft] = useState(() => readFormDraft(null));
  if (!draft) return <Navigate to="/forms-create" replace />;
  return <PreviewScreen draft={draft} survey={null} organization={whose} />;
}

function ExistingForm({ id, whose }: { id: number; whose: DisplayedSurvey['organization'] }) {
  const { data: survey, error, refetch } = useQuery({ ...surveyQuery(id), refetchOnWindowFocus: false });
  if (!survey) return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  return <PreviewScreen draft={readFormDraft(survey.uniqueSurveyId)} survey={survey} organization={whose} />;
}
