import { OperatorLog } from '../../features/operator/log/operator-log.tsx';
import { Page } from '../../ui/page/page.tsx';

export function OperatorLogPage() {
  return (
    <Page title="Log">
      <OperatorLog />
    </Page>
  );
}
