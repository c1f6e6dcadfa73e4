import { OrganizationsList } from '../../features/operator/organizations/organizations-list.tsx';

export function OperatorOrganizationsPage() {
  return <OrganizationsList />;
}
