import { type UserStatus, userStatusLabels } from '@kinbridge/contract/users/user-status';
import { IconCircleCheck, IconHourglass } from './icons/icons.ts';
import { IconCircleMinus } from './icons/later-icons.ts';
import { StatusChip } from './status-chip.tsx';

/** The status of an employee's account, with color and icon. */
export const userStatusLooks = {
  PENDING: { color: 'amber', icon: IconHourglass },
  ACTIVE: { color: 'green', icon: IconCircleCheck },
  INACTIVE: { color: 'gray', icon: IconCircleMinus },
} as const;

export function UserStatusChip({ status }: { status: UserStatus }) {
  return <StatusChip {...userStatusLooks[status]} label={userStatusLabels[status]} />;
}
