/** What a search for a member may have. */
export interface SearchedBy {
  /** In lower case. */
  words: string[];
  /** Phone numbers without punctuation. */
  digits: string[];
}

const personalFields = ['name', 'birthDate', 'firstName', 'lastName', 'phoneNumber', 'email'];

/**
 * True if one of the typed words is a word of the member's or a part of one, or a part of their number, or if the search
 * was for a person and showed the member. Rather too many than one that names them.
 */
export function isAbout(asked: object, { words, digits }: SearchedBy, hasShown: boolean): boolean {
  if (hasShown && personalFields.some((field) => field in asked)) return true;
  return typedWords(asked).some((typed) => {
    const number = typed.replace(/\D/g, '');
    if (number.length >= 7 && digits.some((known) => known.includes(number))) return true;
    return words.some((word) => word === typed || (typed.length >= 3 && word.includes(typed)));
  });
}

function typedWords(value: unknown): string[] {
  if (typeof value === 'string') return value.toLowerCase().split(/\s+/);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(typedWords) : [];
}
