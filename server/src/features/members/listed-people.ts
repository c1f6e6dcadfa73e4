import type { ListedMember } from '@kinbridge/contract/members/member-list-usual';

/** What a row must tell to be recognized. */
type Described = Pick<ListedMember, 'firstName' | 'lastName' | 'dateOfBirth' | 'phoneNumber' | 'participantId'>;

interface Known {
  place: number;
  participantId: string | null;
}

/**
 * The people in one list by their first position, matched by the same rule as members
 * (member-matching.queries.ts).
 */
export class ListedPeople {
  readonly #byParticipantId = new Map<string, Known>();
  readonly #byBirth = new Map<string, { first: Known; withoutId: Known | null }>();

  /** The position of an earlier row for the same person; null for a new one. */
  findOrAdd(place: number, person: Described): number | null {
    const keys = birthKeys(person);
    const known = this.#find(person.participantId, keys);
    this.#remember(known ?? { place, participantId: person.participantId }, person.participantId, keys);
    return known?.place ?? null;
  }

  #find(participantId: string | null, keys: string[]): Known | undefined {
    let first = participantId === null ? undefined : this.#byParticipantId.get(participantId);
    if (first) return first;
    for (const key of keys) {
      const alike = this.#byBirth.get(key);
      const found = participantId === null ? alike?.first : alike?.withoutId;
      // Different participant ids always mean different people.
      if (!found || (participantId !== null && found.participantId !== null)) continue;
      if (!first || found.place < first.place) first = found;
    }
    return first;
  }

  #remember(known: Known, participantId: string | null, keys: string[]): void {
    known.participantId ??= participantId;
    if (known.participantId !== null) this.#byParticipantId.set(known.participantId, known);
    for (const key of keys) {
      const others = this.#byBirth.get(key);
      const withoutId = known.participantId === null ? known : null;
      if (!others) this.#byBirth.set(key, { first: known, withoutId });
      else if (withoutId && others.withoutId?.participantId !== null) others.withoutId = withoutId;
    }
  }
}

function birthKeys({ firstName, lastName, dateOfBirth, phoneNumber }: Described): string[] {
  if (dateOfBirth === null) return [];
  const born = `${lastName.toLowerCase()}\n${dateOfBirth}\n`;
  const keys = [`${born}first ${firstName.toLowerCase()}`];
  return phoneNumber === null ? keys : [...keys, `${born}phone ${phoneNumber}`];
}
