import { z } from 'zod';
import { serviceType } from '../services/service-type.schema.ts';
import { isCalendarDate } from '../shared/calendar-date.ts';
import type { CallGroup } from '../shared/call.ts';
import { idParam } from '../shared/fields.ts';
import { pageNumber, pageOf, pageSize, sortBy } from '../shared/paging.ts';
import { userStatus, userStatusList } from '../users/user-status.schema.ts';
import { user } from '../users/users.contract.ts';
import { memberSortFields } from './member-sort-fields.ts';

/** Specification §5: the birthdate filter is accepted only when empty or after 1900-01-01. */
const birthDateFilter = z
  .string()
  .trim()
  .refine((text) => isCalendarDate(text) && text > '1900-01-01', 'Must be a date after 1900-01-01.');

export const memberCalls = {
  'GET /v1/organizations/{id}/members': {
    tag: 'Members',
    summary: 'The members that the organization sees, a page at a time.',
    params: z.strictObject({ id: idParam }),
    query: z.strictObject({
      entityId: z.string().optional(),
      entityType: z.enum(['ORGANIZATION']).optional(),
      role: z.enum(['PATIENT']).optional(),
      page: pageNumber.optional(),
      size: pageSize.optional(),
      sort: sortBy(memberSortFields).optional(),
      status: userStatus.optional(),
      name: z.string().trim().max(100, 'A search can have at most 100 characters.').optional(),
      birthDate: birthDateFilter.optional(),
      serviceType: serviceType.optional(),
      serviceName: z.string().trim().max(120).optional(),
    }),
    answers: { status: 200, body: pageOf(user) },
    errors: [400, 401, 403, 404],
  },
  'GET /v1/users': {
    tag: 'Users',
    summary: "The own organization's staff, admins included.",
    query: z.strictObject({
      entityId: z
        .string()
        .regex(/^[1-9]\d{0,14}$/, 'Must be the id of the organization.')
        .transform(Number),
      entityType: z.enum(['ORGANIZATION'], { error: 'Must be ORGANIZATION.' }),
      role: z.enum(['EMPLOYEE'], { error: 'Must be EMPLOYEE.' }),
      status: userStatusList.optional(),
    }),
    answers: { status: 200, body: z.array(user) },
    errors: [400, 401, 403, 404],
  },
} as const satisfies CallGroup;
