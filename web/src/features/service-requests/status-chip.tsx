import {
  type ServiceRequestStatus,
  serviceRequestStatusLabels,
} from '@kinbridge/contract/service-requests/service-request-status';
import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleDot,
  IconCircleHalf2,
  IconCircleX,
  IconHourglass,
} from '../../ui/icons/icons.ts';
import { StatusChip } from '../../ui/status-chip.tsx';

export const requestStatusLooks = {
  REQUESTED: { color: 'slate', icon: IconCircleDashed },
  OPEN: { color: 'blue', icon: IconCircleDot },
  IN_PROGRESS: { color: 'indigo', icon: IconCircleHalf2 },
  PENDING: { color: 'amber', icon: IconHourglass },
  COMPLETED: { color: 'green', icon: IconCircleCheck },
  CANCELLED: { color: 'gray', icon: IconCircleX },
} as const;

export function RequestStatusChip({ status }: { status: ServiceRequestStatus }) {
  return <StatusChip {...requestStatusLooks[status]} label={serviceRequestStatusLabels[status]} />;
}
