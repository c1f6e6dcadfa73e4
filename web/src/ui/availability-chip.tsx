import { type Availability, availabilityLabels } from '@kinbridge/contract/services/availability';
import { IconCircleCheck, IconHourglass } from './icons/icons.ts';
import { IconBan, IconCircleMinus } from './icons/later-icons.ts';
import { StatusChip } from './status-chip.tsx';

export const availabilityLooks = {
  OPEN: { color: 'green', icon: IconCircleCheck },
  WAITLIST: { color: 'amber', icon: IconHourglass },
  FULL: { color: 'slate', icon: IconCircleMinus },
  PAUSED: { color: 'gray', icon: IconBan },
} as const;

export function AvailabilityChip({ availability }: { availability: Availability }) {
  return <StatusChip {...availabilityLooks[availability]} label={availabilityLabels[availability]} />;
}
