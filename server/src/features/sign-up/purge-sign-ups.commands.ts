import { type Database, transaction } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { isWaitingSignUp } from '../auth/auth.queries.ts';

const batchSize = 100;

/** Removes sign-ups left unverified for 7 days: anyone can make them, for any address and as often as they like. */
export async function purgeUnverifiedSignUps(db: Database): Promise<void> {
  for (;;) {
    const deleted = await transaction(db, (tx) =>
      sql`delete from users where id in (
          select u.id from logins l join users u on u.id = l.user_id
          where ${isWaitingSignUp} and u.create_timestamp < now() - interval '7 days'
            and (u.status = 'PENDING' or u.user_type = 'PATIENT')
            and not exists (select from email_verifications v where v.user_id = u.id and v.expires_timestamp > now())
          order by u.id limit ${batchSize} for update of l skip locked)
        returning 1`.many(tx),
    );
    if (deleted.length < batchSize) return;
  }
}
