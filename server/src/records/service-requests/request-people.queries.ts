import { type RawBuilder, sql } from '../../db/sql.ts';

export type RequestSide = 'sending' | 'providing';

/** Who a request belongs to on each side, as columns. */
export const sideColumns = {
  sending: { organization: 'organization_id', person: 'created_by' },
  providing: { organization: 'provider_id', person: 'assignee_id' },
} as const;

/**
 * Whose a request is on a side, as ids of users with their organization: the person who sent it or is assigned. Where
 * that person isn't active or there is none: on the providing side the people who get email for the service, else all
 * active admins of that side. So nothing falls between two people.
 */
export function peopleOf(side: RequestSide, requests = 'r'): RawBuilder<unknown> {
  const r = sql.raw(requests);
  const [organization, person] = [sql.raw(sideColumns[side].organization), sql.raw(sideColumns[side].person)];
  const getsEmail = sql`when e.is_email_required is not false and (e.is_email_required or u.user_type = 'ADMIN') then 2`;
  return sql`
    select p.id, p.organization_id from (
      select u.id, u.organization_id, case when u.id = ${r}.${person} then 1
        ${side === 'providing' ? getsEmail : sql``} when u.user_type = 'ADMIN' then 3 end as place
      from users u left join email_preferences e on e.user_id = u.id and e.service_id = ${r}.service_id
      where u.organization_id = ${r}.${organization} and u.user_type <> 'PATIENT' and u.status = 'ACTIVE') p
    where p.place is not null order by p.place fetch first row with ties`;
}
