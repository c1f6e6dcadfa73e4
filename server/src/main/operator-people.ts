import type { OperatorPerson } from '@kinbridge/contract/operator/operator.contract';
import { fullName } from '@kinbridge/contract/users/full-name';
import { userStatusLabels } from '@kinbridge/contract/users/user-status';
import type { Settings } from '../config.ts';
import type { Database } from '../db/database.ts';
import { addOperator, findOperators, removeOperator } from '../features/operator/people.commands.ts';
import { StartError } from '../start-error.ts';
import type { PeopleOrder } from './operator-order.ts';

/** Adds, removes or lists operators. The answer is for the terminal. */
export async function carryOutForPeople(
  db: Database,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  order: PeopleOrder,
): Promise<string> {
  if (order.decision === 'people') {
    const people = await findOperators(db);
    return people.length === 0 ? 'There are no operators yet.' : people.map(lineOf).join('\n');
  }
  if (order.decision === 'remove') {
    if (!(await removeOperator(db, order.email))) throw new StartError('No operator signs in with that email address.');
    return `✓ ${order.email} isn't an operator anymore. Their sessions have ended.`;
  }
  if (!(await addOperator(db, order))) throw new StartError('Someone signs in with that email address already.');
  return `✓ ${order.email} is an operator now. They are told by email to choose a password here: ${publicUrl}/reset-password`;
}

function lineOf(person: OperatorPerson): string {
  const { email, status, secondFactor } = person;
  const factor = secondFactor ? 'with a second factor' : 'without a second factor yet';
  const facts = status === 'ACTIVE' ? [email, factor] : [userStatusLabels[status]];
  return `${fullName(person)} (${facts.join(', ')})`;
}
