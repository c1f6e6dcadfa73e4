import { useParams } from 'react-router';
import { OrganizationDetails } from '../../features/operator/organizations/organization-details.tsx';

export function OperatorOrganizationPage() {
  const id = Number(useParams().id);
  return <OrganizationDetails key={id} id={id} />;
}
