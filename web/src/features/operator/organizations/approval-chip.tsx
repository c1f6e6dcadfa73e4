import type { OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import type { Icon } from '../../../ui/icons/create-icon.ts';
import { IconBan, IconCircleCheck, IconCircleX, IconHourglass } from '../../../ui/icons/icons.ts';
import { StatusChip, type StatusColor } from '../../../ui/status-chip.tsx';
import { approvalLabels } from './organizations.texts.ts';

const looks: Record<OrganizationApproval, [StatusColor, Icon]> = {
  WAITING: ['amber', IconHourglass],
  APPROVED: ['green', IconCircleCheck],
  SUSPENDED: ['slate', IconBan],
  REFUSED: ['gray', IconCircleX],
};

export function ApprovalChip({ approval }: { approval: OrganizationApproval }) {
  const [color, icon] = looks[approval];
  return <StatusChip color={color} icon={icon} label={approvalLabels[approval]} />;
}
