import { callQuery } from '../../lib/queries/call-query.ts';

/** Everyone who is or was an operator. */
export const operatorsQuery = callQuery(['operator', 'people'], 'GET /v1/operator/people');
