import { UsageList } from '../../features/operator/usage/usage-list.tsx';
import { Page } from '../../ui/page/page.tsx';

export function OperatorUsagePage() {
  return (
    <Page title="Usage">
      <UsageList />
    </Page>
  );
}
