import type { ListedMember } from '@kinbridge/contract/members/member-list-rows';

interface Known {
  place: number;
  participantId: string | null;
}

/**
 * The people of one list, each under the place where they stand first. They are told apart by the same rule as
 * members: participant id, else last name, birthday, and phone or first name.
 */
export class ListedPeople {
  readonly #byParticipantId = new Map<string, Known>();
  readonly #byBirth = new Map<string, { first: Known; withoutId: Known | null }>();

  /** The place of the earlier row that is the same person; null for somebody new. */
  findOrAdd(place: number, person: ListedMember): number | null {
    const known = this.#find(person);
    this.#remember(known ?? { place, participantId: person.participantId }, person);
    return known?.place ?? null;
  }

  #find(person: ListedMember): Known | undefined {
    const same = person.participantId === null ? undefined : this.#byParticipantId.get(person.participantId);
    if (same) return same;
    // Two different participant ids are two people, whatever else is alike.
    const alike = birthKeys(person).flatMap((key) => {
      const known = this.#byBirth.get(key);
      const found = person.participantId === null ? known?.first : known?.withoutId;
      return found && (person.participantId === null || found.participantId === null) ? [found] : [];
    });
    return alike.toSorted((a, b) => a.place - b.place)[0];
  }

  #remember(known: Known, person: ListedMember): void {
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

function birthKeys({ firstName, lastName, dateOfBirth, phoneNumber }: ListedMember): string[] {
  if (dateOfBirth === null) return [];
  const born = `${lastName.toLowerCase()}\n${dateOfBirth}\n`;
  const keys = [`${born}first ${firstName.toLowerCase()}`];
  return phoneNumber === null ? keys : [...keys, `${born}phone ${phoneNumber}`];
}
