import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { loadLater } from '../../../lib/load-later.tsx';
import type { SurveyViewProps } from './survey-view.tsx';

export const SurveyView = loadLater<SurveyViewProps>(async () => (await import('./survey-view.tsx')).SurveyView);

/** A form, to answer or to look at; its code comes when it is first shown. */
export function SurveyViewLater(props: SurveyViewProps) {
  return (
    <Suspense fallback={<Skeleton height={320} radius="md" aria-busy="true" />}>
      <SurveyView {...props} />
    </Suspense>
  );
}
