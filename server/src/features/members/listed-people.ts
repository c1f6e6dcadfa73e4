import { nameKey, type Recognizable } from '@kinbridge/contract/members/member-matching';

interface Known {
  place: number;
  participantId: string | null;
  firstName: string;
  dateOfBirth: string | null;
}

/** The earlier row that is surely the same person, or the one that may be. */
export interface EarlierRow {
  sameAs: number | null;
  mayBe: number | null;
}

interface Alike {
  first: Known;
  withoutId: Known | null;
}

/** The people in one list by their first position, matched by the same rule as members (recognize-members.queries.ts). */
export class ListedPeople {
  readonly #byParticipantId = new Map<string, Known>();
  readonly #byBirth = new Map<string, Alike>();

  findOrAdd(place: number, person: Recognizable): EarlierRow {
    const match = this.#find(person);
    if (!match?.isSure) return { ...this.add(place, person), mayBe: match?.known.place ?? null };
    this.#remember(match.known, person);
    return { sameAs: match.known.place, mayBe: null };
  }

  /** A person of their own, whom later rows find if no earlier row is more alike. */
  add(place: number, person: Recognizable): EarlierRow {
    this.#remember({ place, firstName: nameKey(person.firstName), participantId: null, dateOfBirth: null }, person);
    return { sameAs: null, mayBe: null };
  }

  #find(person: Recognizable): { known: Known; isSure: boolean } | null {
    const { participantId, dateOfBirth } = person;
    const known = participantId ? this.#byParticipantId.get(participantId) : undefined;
    if (known) {
      const bornApart = known.dateOfBirth && dateOfBirth && known.dateOfBirth !== dateOfBirth;
      return { known, isSure: known.firstName === nameKey(person.firstName) && !bornApart };
    }
    for (const [place, key] of birthKeys(person).entries()) {
      const alike = this.#byBirth.get(key);
      const found = participantId ? alike?.withoutId : alike?.first;
      // Different participant ids always mean different people.
      if (!found || (participantId && found.participantId)) continue;
      return { known: found, isSure: place === 0 };
    }
    return null;
  }

  #remember(known: Known, person: Recognizable): void {
    known.participantId ??= person.participantId ?? null;
    known.dateOfBirth ??= person.dateOfBirth ?? null;
    const id = known.participantId;
    if (id !== null && !this.#byParticipantId.has(id)) this.#byParticipantId.set(id, known);
    for (const key of birthKeys(person)) {
      const others = this.#byBirth.get(key);
      const withoutId = known.participantId === null ? known : null;
      if (!others) this.#byBirth.set(key, { first: known, withoutId });
      else if (withoutId && others.withoutId?.participantId !== null) others.withoutId = withoutId;
    }
  }
}

/** By first name, which is sure, and by phone, which is possible. */
function birthKeys({ firstName, lastName, dateOfBirth, phoneNumber }: Recognizable): string[] {
  if (!dateOfBirth) return [];
  const born = `${nameKey(lastName)}\n${dateOfBirth}\n`;
  const keys = [`${born}first ${nameKey(firstName)}`];
  return phoneNumber ? [...keys, `${born}phone ${phoneNumber}`] : keys;
}
