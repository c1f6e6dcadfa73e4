/** Addresses under /login that aren't organizations. */
const reserved = ['confirm', 'done', 'find', 'link'];

/** An organization's name as part of an address; the first that isn't taken gets a number. */
export function slugFor(name: string, isTaken: (slug: string) => boolean): string {
  const base =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\u0300-\u036f'’]/g, '')
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
      .replace(/^-+|-+$/g, '') || 'organization';
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!reserved.includes(slug) && !isTaken(slug)) return slug;
  }
}
