import { useQuery } from '@tanstack/react-query';
import { BuilderScreen } from '../features/forms/builder/builder-screen.tsx';
import { FormNotLoaded } from '../features/forms/form-not-loaded.tsx';
import { useChosenForm } from '../features/forms/form-url.ts';
import { formQuery } from '../features/forms/forms.api.ts';
import { PageSkeleton } from '../ui/page/page-skeleton.tsx';

/** Specification §2: the survey builder, for a new form or the one in the URL. */
export function FormsCreatePage() {
  const id = useChosenForm();
  return id === null ? <BuilderScreen key="new" form={null} /> : <ExistingForm key={id} id={id} />;
}

function ExistingForm({ id }: { id: number }) {
  const { data: form, error, refetch } = useQuery({ ...formQuery(id), staleTime: 0, refetchOnWindowFocus: false });
  if (form) return <BuilderScreen form={form} />;
  return error ? <FormNotLoaded error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
}
