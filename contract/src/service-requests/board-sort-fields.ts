/** The sort fields of the boards: the columns on the screen, and the creation time. */
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
  'dueTimestamp',
] as const;

export type BoardSortField = (typeof boardSortFields)[number];
