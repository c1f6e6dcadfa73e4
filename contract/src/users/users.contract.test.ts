import { describe, expect, it } from 'vitest';
import { acceptedProfileEdits, refusedProfileEdits } from './profile-edit.examples.ts';
import { userUpdate } from './users.contract.ts';

describe('§5 profile edit schema', () => {
  it.each(refusedProfileEdits)('%s: refuses %j with "%s"', (field, typed, sentence) => {
    const result = userUpdate.safeParse({ [field]: typed });
    expect(result.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([[field, sentence]]);
  });

  it.each(acceptedProfileEdits)('%s: accepts %j as %j', (field, typed, kept) => {
    expect(userUpdate.parse({ [field]: typed })).toEqual({ [field]: kept });
  });
});
