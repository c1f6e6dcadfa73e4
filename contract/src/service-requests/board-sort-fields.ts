/** What the boards can be sorted by: each is a column on the screen, or the moment of creation. */
export const boardSortFields = [
  'id',
  'memberName',
  'organization',
  'assignee',
  'serviceType',
  'serviceName',
  'category',
  'status',
  'statusTimestamp',
  'createTimestamp',
  'completeTimestamp',
] as const;

export type BoardSortField = (typeof boardSortFields)[number];
