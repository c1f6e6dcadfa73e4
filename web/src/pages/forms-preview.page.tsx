import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { readFormDraft } from '../features/forms/form-draft.ts';
import { FormNotLoaded } from '../features/forms/form-not-loaded.tsx';
import { useChosenForm } from '../features/forms/form-url.ts';
import { formQuery } from '../features/forms/forms.api.ts';
import type { FindMember } from '../features/forms/preview/assign-form-dialog.tsx';
import { PreviewScreen } from '../features/forms/preview/preview-screen.tsx';
import { MemberSearch } from '../features/service-requests/new-request/member-search.tsx';
import { useOwnOrganizationId } from '../lib/current-user.ts';
import { organizationQuery } from '../lib/queries/organization.query.ts';
import { notifyHint } from '../ui/notices/notices.tsx';
import { PageSkeleton } from '../ui/page/page-skeleton.tsx';
import { LoadFailure } from '../ui/states/load-failure.tsx';

/** Specification §2: the form being edited, as members will see it. */
export function FormsPreviewPage() {
  const id = useChosenForm();
  const organizationId = useOwnOrganizationId();
  const { data: organization, error, refetch } = useQuery(organizationQuery(organizationId));
  if (!organization) return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const { name, imageFilename } = organization;
  const findMember: FindMember = (onChoose) => (
    <MemberSearch organizationId={organization.id} autoFocus onChoose={onChoose} />
  );
  const shared = { organization: { id: organization.id, name, imageFilename }, findMember };
  return id === null ? <NewForm {...shared} /> : <ExistingForm key={id} id={id} {...shared} />;
}

type Shared = Pick<ComponentProps<typeof PreviewScreen>, 'organization' | 'findMember'>;

/** Without a draft there is nothing to preview, so people go back to the builder. */
function NewForm(shared: Shared) {
  const [draft] = useState(() => readFormDraft(null));
  useEffect(() => {
    if (!draft) notifyHint('Add a question first.');
  }, [draft]);
  if (!draft) return <Navigate to="/forms-create" replace />;
  return <PreviewScreen draft={draft} form={null} {...shared} />;
}

function ExistingForm({ id, ...shared }: Shared & { id: number }) {
  const { data: form, error, refetch } = useQuery({ ...formQuery(id), refetchOnWindowFocus: false });
  if (!form) return error ? <FormNotLoaded error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  return <PreviewScreen draft={readFormDraft(form.uniqueSurveyId)} form={form} {...shared} />;
}
