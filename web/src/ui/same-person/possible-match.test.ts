import { expect, it } from 'vitest';
import { ApiError, networkFailure } from '../../lib/api.ts';
import { candidatesOf, mayHaveArrived } from './possible-match.ts';

const refusal = (status: number, code: string, more: object = {}) =>
  new ApiError(status, { code, message: 'No.', requestId: '', ...more });
const candidates = [{ id: 7, firstName: 'Nils' }];

it.each<[string, unknown, unknown]>([
  ['a possible match', refusal(409, 'possible_match', { candidates }), candidates],
  ['another conflict', refusal(409, 'stale', { candidates }), null],
  ['a failure without an answer', new TypeError('x'), null],
])('%s asks about %3$j', (_failure, error, asked) => expect(candidatesOf(error)).toEqual(asked));

it.each<[string, unknown, boolean]>([
  ['a lost connection', new ApiError(0, networkFailure), true],
  ['a broken server', refusal(502, 'internal'), true],
  ['a refusal', refusal(400, 'bad_request'), false],
])('%s may have come after the call was done: %3$j', (_failure, error, arrived) =>
  expect(mayHaveArrived(error)).toBe(arrived),
);
