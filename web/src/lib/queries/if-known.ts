/** A query about something that may not be known, or not asked for. Nothing is fetched then. */
export function ifKnown<Query>(id: number | null | undefined, query: (id: number) => Query, isAsked = true) {
  return { ...query(id ?? 0), enabled: isAsked && id != null };
}
