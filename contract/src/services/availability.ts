/** Whether a service can take people, best first. */
export const availabilityLabels = {
  OPEN: 'Taking people',
  WAITLIST: 'Waitlist',
  FULL: 'Full',
  PAUSED: 'Paused',
} as const;

export type Availability = keyof typeof availabilityLabels;
export const availabilities = Object.keys(availabilityLabels) as [Availability, ...Availability[]];

export const costLabels = { FREE: 'Free', SLIDING: 'Sliding scale', PAID: 'Paid' } as const;
export type Cost = keyof typeof costLabels;
export const costs = Object.keys(costLabels) as [Cost, ...Cost[]];

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof weekdays)[number];

/** A listing that nobody confirmed for this long is marked. */
export const confirmDays = 90;
