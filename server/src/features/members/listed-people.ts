import type { ListedMember } from '@kinbridge/contract/members/member-list-rows';

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
    const known = this.#find(person);
    this.#remember(known ?? { place, participantId: person.participantId }, person);
    return known?.place ?? null;
  }

  #find(person: Described): Known | undefined {
    const same = person.participantId === null ? undefined : this.#byParticipantId.get(person.participantId);
    if (same) return same;
    // Different participant ids always mean different people.
    const alike = birthKeys(person).flatMap((key) => {
      const known = this.#byBirth.get(key);
      const found = person.participantId === null ? known?.first : known?.withoutId;
      return found && (person.participantId === null || found.participantId === null) ? [found] : [];
    });
    return alike.toSorted((a, b) => a.place - b.place)[0];
  }

  #remember(known: Known, person: Described): void {
    known.participantId ??= person.participantId;
    if (known.participantId !== null) this.#byParticipantId.set(known.participantId, known);
    for (const key of birthKeys(person)) {
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
