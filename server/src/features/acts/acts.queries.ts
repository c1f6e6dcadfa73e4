import type { Act } from '@kinbridge/contract/acts/acts.contract';
import type { OrganizationApproval } from '@kinbridge/contract/organizations/organization-approval';
import type { UserStatus, UserType } from '@kinbridge/contract/users/user-status';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { hashOpaqueToken } from '../../opaque-token.ts';
import { hasNotEnded, isSeen, readsLastSeen } from '../service-requests/service-request-row.queries.ts';
import { contactJson, serviceJson } from '../services/services.queries.ts';

/** A link's token with the employee it was sent to. */
export interface FoundToken {
  userId: number;
  userType: UserType;
  status: UserStatus;
  organizationId: number | null;
  approval: OrganizationApproval | null;
  needsSecondFactor: boolean;
  serviceRequestId: number | null;
  serviceId: number | null;
  expired: boolean;
  createTimestamp: Date;
}

/** An employee's link to a request. */
interface RequestLink {
  organizationId: number;
  serviceRequestId: number;
  createTimestamp: Date;
}

/** What a link is about, and whether it was answered or moved since the link was sent. */
interface FoundAct<A> {
  act: A;
  movedOn: boolean;
}

export async function findActToken(db: Executor, token: string): Promise<FoundToken | undefined> {
  return sql<FoundToken>`
    select u.id as "userId", u.user_type as "userType", u.status, u.organization_id as "organizationId", o.approval,
      coalesce(o.require_second_factor, false) and not u.second_factor
        and not (o.single_sign_on_is_second_factor and exists (select from linked_identities i
          where i.user_id = u.id and i.organization_id = o.id)) as "needsSecondFactor",
      t.service_request_id as "serviceRequestId", t.service_id as "serviceId", t.expire_timestamp <= now() as expired,
      t.create_timestamp as "createTimestamp"
    from act_tokens t join users u on u.id = t.user_id left join organizations o on o.id = u.organization_id
    where t.token_hash = ${hashOpaqueToken(token)}`.maybeOne(db);
}

type RequestAct = Extract<Act, { patient: unknown }>;

/**
 * A request as a link shows it, to an organization that is a side of it. It works until the provider responds, whatever
 * the sender moved. A request that was reopened has moved on too: its email has another link.
 */
export async function findRequestAct(
  db: Executor,
  { organizationId, serviceRequestId, createTimestamp }: RequestLink,
): Promise<FoundAct<RequestAct> | undefined> {
  return sql<FoundAct<RequestAct>>`
    select case when r.status = 'REQUESTED' then r.status_timestamp > ${createTimestamp}
        else not ${hasNotEnded} or r.responded_timestamp is not null end as "movedOn", json_build_object('id', r.id, 'status', r.status,
      'service', json_build_object('id', s.id, 'name', s.name, 'type', s.type, 'organizationId', p.id,
        'organization', json_build_object('id', p.id, 'name', p.name), 'contact', ${contactJson('p')}),
      'organization', json_build_object('id', o.id, 'name', o.name),
      'patient', json_build_object('firstName', seen.first_name,
        'age', extract(year from age((now() at time zone p.time_zone)::date, seen.date_of_birth)))) as act
    from service_requests r join services s on s.id = r.service_id join organizations p on p.id = r.provider_id
      join organizations o on o.id = r.organization_id join users m on m.id = r.member_id
      cross join lateral (select
        case when ${readsLastSeen(organizationId)} then r.provider_patient ->> 'firstName' else m.first_name end as first_name,
        case when ${readsLastSeen(organizationId)} then (r.provider_patient ->> 'dateOfBirth')::date
          else m.date_of_birth end as date_of_birth) seen
    where ${isSeen(organizationId, serviceRequestId)}`.maybeOne(db);
}

type ServiceAct = Exclude<Act, RequestAct>;

/** A service to confirm, until it is deleted. */
export async function findServiceAct(
  db: Executor,
  organizationId: number,
  id: number,
): Promise<FoundAct<ServiceAct> | undefined> {
  return sql<FoundAct<ServiceAct>>`
    select false as "movedOn", json_build_object('service', ${serviceJson}, 'organization', json_build_object('id', o.id, 'name', o.name)) as act
    from services s join organizations o on o.id = s.organization_id
    where s.id = ${id} and s.organization_id = ${organizationId} and s.deleted_timestamp is null`.maybeOne(db);
}
