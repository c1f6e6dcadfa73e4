import type { MemberSortField } from '@kinbridge/contract/members/member-sort-fields';
import { type RawBuilder, sql } from '../../db/sql.ts';

/** Sort expressions of the list, as in the indexes. */
export const sortKeys: Record<MemberSortField, RawBuilder<unknown>> = {
  firstName: sql`om.first_name collate person_names`,
  lastName: sql`om.last_name collate person_names`,
  id: sql`om.member_id`,
  dateOfBirth: sql`om.date_of_birth`,
  email: sql`om.email`,
  phoneNumber: sql`om.phone_number`,
  zipCode: sql`om.zip_code`,
  createTimestamp: sql`u.create_timestamp`,
};

export const neverMissing = new Set<MemberSortField>(['firstName', 'lastName', 'id', 'createTimestamp']);

/** Whether the list of members has the field itself. Other fields need a join with the users. */
export function isListed(field: MemberSortField): boolean {
  return field !== 'createTimestamp';
}
