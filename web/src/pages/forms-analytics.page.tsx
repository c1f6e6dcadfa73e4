import { AnalyticsScreen } from '../features/forms/analytics/analytics-screen.tsx';
import { FormFromUrl } from '../features/forms/form-from-url.tsx';

/** Specification §2: the analytics of the form in the URL. */
export function FormsAnalyticsPage() {
  return <FormFromUrl windowTitle="Form analytics">{(newest) => <AnalyticsScreen newest={newest} />}</FormFromUrl>;
}
