import { sql } from 'kysely';
import type { Executor } from '../../db/database.ts';

export interface Login {
  id: number;
  email: string;
  password_hash: string;
  verified: boolean;
  user_type: string;
  organization_id: number | null;
}

export async function findLoginByEmail(db: Executor, email: string): Promise<Login | undefined> {
  const { rows } = await sql<Login>`
    select u.id, l.email, l.password_hash, l.verified_timestamp is not null as verified, u.user_type, u.organization_id
    from logins l join users u on u.id = l.user_id where l.email = ${email.trim().toLowerCase()}`.execute(db);
  return rows[0];
}

export async function findLoginById(db: Executor, userId: number): Promise<Login | undefined> {
  const { rows } = await sql<Login>`
    select u.id, l.email, l.password_hash, l.verified_timestamp is not null as verified, u.user_type, u.organization_id
    from logins l join users u on u.id = l.user_id where l.user_id = ${userId}`.execute(db);
  return rows[0];
}

/** Where an organization stands in its registration. */
export async function findRegistration(db: Executor, organizationId: number) {
  const { rows } = await sql<{ listed: boolean }>`
    select listed_timestamp is not null as listed from organizations where id = ${organizationId}
    for update`.execute(db);
  return rows[0];
}
