import type { User } from '@kinbridge/contract/users/users.contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';

/** A user as the wire shows it, built by the database so that a screen costs one query. */
const asUser = sql<User>`jsonb_strip_nulls(jsonb_build_object('pendingEmail', l.pending_email))
  || jsonb_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email,
    'phoneNumber', u.phone_number, 'dateOfBirth', u.date_of_birth, 'addressLine1', u.address_line1,
    'addressLine2', u.address_line2, 'city', u.city, 'state', u.state, 'zipCode', u.zip_code,
    'userType', u.user_type, 'status', u.status, 'active', u.status = 'ACTIVE', 'organizationId', u.organization_id,
    'organizationIds', case when u.organization_id is null then '[]'::jsonb else jsonb_build_array(u.organization_id) end,
    'sendPushNotifications', u.send_push_notifications, 'sendSmsTexts', u.send_sms_texts,
    'participantId', u.participant_id, 'createTimestamp', ${iso('u.create_timestamp')},
    'updateTimestamp', ${iso('u.update_timestamp')})`;

function iso(column: string) {
  return sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
}

export async function findUser(db: Executor, id: number): Promise<User | null> {
  const { rows } = await sql<{
    user: User;
  }>`select ${asUser} as "user" from users u left join logins l on l.user_id = u.id where u.id = ${id}`.execute(db);
  return rows[0]?.user ?? null;
}

/** An employee or admin of the organization, held for the change that follows. */
export async function lockEmployee(db: Executor, organizationId: number, id: number) {
  const { rows } = await sql<{
    id: number;
    status: string;
    user_type: string;
    email: string | null;
    verified: boolean;
  }>`
    select u.id, u.status, u.user_type, u.email, l.verified_timestamp is not null as verified
    from users u left join logins l on l.user_id = u.id
    where u.id = ${id} and u.organization_id = ${organizationId} and u.user_type <> 'PATIENT'
    for update of u`.execute(db);
  return rows[0];
}

/** Two admins who remove each other at once must not both succeed: the organization's row is the gate. */
export async function lockActiveAdmins(db: Executor, organizationId: number): Promise<number[]> {
  await sql`select 1 from organizations where id = ${organizationId} for update`.execute(db);
  const { rows } = await sql<{ id: number }>`
    select id from users where organization_id = ${organizationId} and user_type = 'ADMIN' and status = 'ACTIVE'
    order by id`.execute(db);
  return rows.map((row) => row.id);
}
