import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** What the texts about a request are written from. */
export interface MessageFacts {
  id: number;
  provider_id: number;
  provider_name: string;
  service_id: number;
  service_name: string;
  member_id: number;
  member_first_name: string;
  assignee_id: number | null;
  assignee_name: string | null;
}

export async function findMessageFacts(db: Executor, requestIds: number[]): Promise<MessageFacts[]> {
  const { rows } = await sql<MessageFacts>`
    select r.id, r.provider_id, p.name as provider_name, r.service_id, s.name as service_name, r.member_id,
      m.first_name as member_first_name, r.assignee_id, a.first_name || ' ' || a.last_name as assignee_name
    from service_requests r join organizations p on p.id = r.provider_id join services s on s.id = r.service_id
      join users m on m.id = r.member_id left join users a on a.id = r.assignee_id
    where r.id = any(${requestIds}::bigint[]) order by r.id`.execute(db);
  return rows;
}

/** Who works on a request: the assignee, or, with none, the providing organization's active admins. */
export async function findResponsible(db: Executor, providerId: number, assigneeId: number | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where organization_id = ${providerId} and status = 'ACTIVE' and user_type <> 'PATIENT'
      and (id = ${assigneeId} or (${assigneeId}::bigint is null and user_type = 'ADMIN')) order by id`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Who gets an e-mail about these requests: active staff of the providing organization who said so for
 * the service, and admins who said nothing. Whoever did it does not need to be told.
 */
export function readersOf(requestIds: number[], exceptId: number | null) {
  return sql`
    select r.id as request_id, u.id as user_id, l.email
    from service_requests r join users u on u.organization_id = r.provider_id and u.user_type <> 'PATIENT'
      join logins l on l.user_id = u.id
      left join email_preferences e on e.user_id = u.id and e.service_id = r.service_id
    where r.id = any(${requestIds}::bigint[]) and u.status = 'ACTIVE' and u.id is distinct from ${exceptId}
      and coalesce(e.is_email_required, u.user_type = 'ADMIN')`;
}
