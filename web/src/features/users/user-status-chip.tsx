import { type UserStatus, userStatusLabels } from '@kinbridge/contract/users/user-status';
import { IconCircleCheck, IconCircleMinus, IconHourglass } from '@tabler/icons-react';
import { StatusChip } from '../../ui/status-chip.tsx';

const looks = {
  PENDING: { color: 'amber', icon: IconHourglass },
  ACTIVE: { color: 'green', icon: IconCircleCheck },
  INACTIVE: { color: 'gray', icon: IconCircleMinus },
} as const;

export function UserStatusChip({ status }: { status: UserStatus }) {
  return <StatusChip {...looks[status]} label={userStatusLabels[status]} />;
}
