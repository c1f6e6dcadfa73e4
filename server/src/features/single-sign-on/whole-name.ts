interface Names {
  firstName: string | null;
  lastName: string | null;
}

/** Fills a missing first or last name from what the provider calls the whole person. */
export function completeNames({ firstName, lastName }: Names, whole: string | null): Names {
  // Some providers repeat the address here.
  if ((firstName && lastName) || whole === null || whole.includes('@')) return { firstName, lastName };
  // Directories sort people as "Lindqvist, Nora".
  const [beforeComma = '', afterComma = ''] = whole.split(',').map((part) => part.trim());
  const ordered = afterComma === '' ? beforeComma : `${afterComma} ${beforeComma}`;
  if (lastName && ordered.endsWith(` ${lastName}`)) {
    return { firstName: ordered.slice(0, -lastName.length).trim(), lastName };
  }
  if (firstName && ordered.startsWith(`${firstName} `)) {
    return { firstName, lastName: ordered.slice(firstName.length).trim() };
  }
  if (afterComma !== '') return { firstName: firstName ?? afterComma, lastName: lastName ?? beforeComma };
  const words = beforeComma.split(/\s+/).filter(Boolean);
  const last = words.length > 1 ? (words.pop() ?? null) : null;
  return { firstName: firstName ?? (words.join(' ') || null), lastName: lastName ?? last };
}
