import { DeskList } from '../../features/support/desk/desk-list.tsx';
import { Page } from '../../ui/page/page.tsx';

export function OperatorSupportPage() {
  return (
    <Page title="Support">
      <DeskList />
    </Page>
  );
}
