import type { FormVersion } from '@kinbridge/contract/forms/forms.contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx';
import { FormNotChosen } from './form-not-chosen.tsx';
import { FormNotLoaded } from './form-not-loaded.tsx';
import { useChosenForm } from './form-url.ts';
import { versionsQuery } from './forms.api.ts';

interface FormFromUrlProps {
  windowTitle: string;
  /** All versions, newest first; at least one. */
  children: (newest: FormVersion, versions: FormVersion[]) => ReactNode;
}

/** The chosen form with all its versions; otherwise the loading, error or empty state. */
export function FormFromUrl({ windowTitle, children }: FormFromUrlProps) {
  const id = useChosenForm();
  return id === null ? (
    <FormNotChosen windowTitle={windowTitle} />
  ) : (
    <Chosen key={id} id={id} windowTitle={windowTitle}>
      {children}
    </Chosen>
  );
}

function Chosen({ id, windowTitle, children }: FormFromUrlProps & { id: number }) {
  const { data: versions, error, refetch } = useQuery(versionsQuery(id));
  const newest = versions?.[0];
  if (versions && newest) return children(newest, versions);
  return error ? <FormNotLoaded {...{ windowTitle, error }} onRetry={() => void refetch()} /> : <PageSkeleton />;
}
