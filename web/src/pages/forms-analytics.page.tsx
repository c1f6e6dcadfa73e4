import { AnalyticsScreen } from '../features/surveys/analytics/analytics-screen.tsx';
import { FormOfAddress } from '../features/surveys/form-of-address.tsx';

/** Specification §2: what the answers to the form in the address add up to. */
export function FormsAnalyticsPage() {
  return <FormOfAddress windowTitle="Form analytics">{(newest) => <AnalyticsScreen newest={newest} />}</FormOfAddress>;
}
