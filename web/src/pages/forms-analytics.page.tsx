import { AnalyticsScreen } from '../features/surveys/analytics/analytics-screen.tsx';
import { FormFromUrl } from '../features/surveys/form-from-url.tsx';

/** Specification §2: what the answers to the form in the address add up to. */
export function FormsAnalyticsPage() {
  return <FormFromUrl windowTitle="Form analytics">{(newest) => <AnalyticsScreen newest={newest} />}</FormFromUrl>;
}
