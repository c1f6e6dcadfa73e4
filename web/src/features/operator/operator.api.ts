import { callQuery } from '../../lib/api.ts';

/** Everyone who is or was an operator. */
export const operatorsQuery = callQuery(['operator', 'people'], 'GET /v1/operator/people');
