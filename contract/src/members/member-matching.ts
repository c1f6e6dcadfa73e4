/** What a person is recognized by. */
export interface Recognizable {
  firstName: string;
  lastName: string;
  dateOfBirth?: string | null | undefined;
  phoneNumber?: string | null | undefined;
  participantId?: string | null | undefined;
}

/** A sure match decides alone, a possible one is a question for staff. */
export type Match = 'sure' | 'possible' | 'different';

/** Letters with a stroke, which have no accent to remove. */
const strokes = new Map([...'ŁłØøĐđı'].map((letter, place) => [letter, 'LlOoDdi'[place] ?? letter]));

/**
 * A name without case, accents and punctuation, so that O’Brien and obrien are the same. The database's `name_key` does
 * the same.
 */
export function nameKey(name: string): string {
  const key = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]/g, '')
    .replace(/[ŁłØøĐđı]/g, (letter) => strokes.get(letter) ?? letter)
    .toLowerCase();
  return key === '' ? name.toLowerCase() : key;
}

/** Whether a typed person and a record are the same. `recognize-members.queries.ts` applies the same rule in SQL. */
export function compareMembers(typed: Recognizable, known: Recognizable): Match {
  const sameFirst = nameKey(typed.firstName) === nameKey(known.firstName);
  if (typed.participantId && known.participantId) {
    if (typed.participantId !== known.participantId) return 'different';
    const bornApart = typed.dateOfBirth && known.dateOfBirth && typed.dateOfBirth !== known.dateOfBirth;
    return sameFirst && !bornApart ? 'sure' : 'possible';
  }
  const sameBirth = typed.dateOfBirth && typed.dateOfBirth === known.dateOfBirth;
  if (!sameBirth || nameKey(typed.lastName) !== nameKey(known.lastName)) return 'different';
  if (sameFirst) return 'sure';
  return typed.phoneNumber && typed.phoneNumber === known.phoneNumber ? 'possible' : 'different';
}
