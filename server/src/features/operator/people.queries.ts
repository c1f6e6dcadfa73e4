import type { OperatorPerson } from '@kinbridge/contract/operator/operator.contract';
import type { Executor } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** Everyone who is or was an operator, active ones first. */
export async function findOperators(db: Executor): Promise<OperatorPerson[]> {
  return sql<OperatorPerson>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName", l.email, u.status,
      u.second_factor as "secondFactor"
    from users u left join logins l on l.user_id = u.id
    where u.user_type <> 'PATIENT' and u.organization_id is null and u.user_type = 'OPERATOR'
    order by u.status, u.last_name, u.first_name, u.id`.many(db);
}
