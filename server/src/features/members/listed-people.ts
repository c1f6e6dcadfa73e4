import type { ListedMember } from '@kinbridge/contract/members/member-list-usual';
import { nameKey } from '@kinbridge/contract/members/member-matching';

/** What a row must tell to be recognized. */
type Described = Pick<ListedMember, 'firstName' | 'lastName' | 'dateOfBirth' | 'phoneNumber' | 'participantId'>;

interface Known {
  place: number;
  participantId: string | null;
  firstName: string;
  dateOfBirth: string | null;
}

/** The row of an earlier person, and how surely it is the same one: ranks as in member-matching.queries.ts. */
export interface ListedMatch {
  place: number;
  rank: number;
}

interface Alike {
  first: Known;
  withoutId: Known | null;
}

/**
 * The people in one list by their first position, matched by the same rule as members
 * (member-matching.queries.ts).
 */
export class ListedPeople {
  readonly #byParticipantId = new Map<string, Known>();
  readonly #byBirth = new Map<string, Alike>();

  /** The earlier row that is or may be the same person; null for a new one. */
  findOrAdd(place: number, person: Described): ListedMatch | null {
    const keys = birthKeys(person);
    const firstName = nameKey(person.firstName);
    const match = this.#find(person, firstName, keys);
    if (match && match.rank % 2 === 0) this.#remember(match.known, person, keys);
    else this.add(place, person);
    return match && { place: match.known.place, rank: match.rank };
  }

  /** A person of their own, whom later rows find if no earlier row is more alike. */
  add(place: number, person: Described): null {
    const known = { place, firstName: nameKey(person.firstName), participantId: null, dateOfBirth: null };
    this.#remember(known, person, birthKeys(person));
    return null;
  }

  #find({ participantId, dateOfBirth }: Described, firstName: string, keys: string[]) {
    const known = participantId === null ? undefined : this.#byParticipantId.get(participantId);
    if (known) {
      const bornApart = known.dateOfBirth !== null && dateOfBirth !== null && known.dateOfBirth !== dateOfBirth;
      return { known, rank: known.firstName === firstName && !bornApart ? 0 : 1 };
    }
    for (const [place, key] of keys.entries()) {
      const alike = this.#byBirth.get(key);
      const found = participantId === null ? alike?.first : alike?.withoutId;
      // Different participant ids always mean different people.
      if (!found || (participantId !== null && found.participantId !== null)) continue;
      return { known: found, rank: place === 0 ? 2 : 3 };
    }
    return null;
  }

  #remember(known: Known, { participantId, dateOfBirth }: Described, keys: string[]): void {
    known.participantId ??= participantId;
    known.dateOfBirth ??= dateOfBirth;
    const id = known.participantId;
    if (id !== null && !this.#byParticipantId.has(id)) this.#byParticipantId.set(id, known);
    for (const key of keys) {
      const others = this.#byBirth.get(key);
      const withoutId = known.participantId === null ? known : null;
      if (!others) this.#byBirth.set(key, { first: known, withoutId });
      else if (withoutId && others.withoutId?.participantId !== null) others.withoutId = withoutId;
    }
  }
}

/** By first name, which is sure, and by phone, which is possible. */
function birthKeys({ firstName, lastName, dateOfBirth, phoneNumber }: Described): string[] {
  if (dateOfBirth === null) return [];
  const born = `${nameKey(lastName)}\n${dateOfBirth}\n`;
  const keys = [`${born}first ${nameKey(firstName)}`];
  return phoneNumber === null ? keys : [...keys, `${born}phone ${phoneNumber}`];
}
