/** Where a draft outlives a reload: in this tab, or in every tab of this browser. */
export type DraftPlace = 'tab' | 'browser';

export const draftPrefix = 'kinbridge.draft.';
/** Begins every encrypted draft; earlier versions kept drafts as they were typed. */
export const sealedMark = 'sealed:v1:';
export const storageOf = { tab: () => sessionStorage, browser: () => localStorage };
export const draftPlaces = ['tab', 'browser'] as const;

/**
 * Deletes what earlier versions kept as plain text, and answers what belongs to the person who signed in, if anyone did.
 * It stands apart, because the login screen needs it and none of the encryption.
 */
export function takePlainDrafts(own?: string): [name: string, text: string, place: DraftPlace][] {
  const found: [string, string, DraftPlace][] = [];
  for (const place of draftPlaces) {
    for (const key of keysIn(place, draftPrefix)) {
      const text = storageOf[place]().getItem(key) ?? '';
      if (text.startsWith(sealedMark)) continue;
      storageOf[place]().removeItem(key);
      if (own && key.startsWith(own)) found.push([key.slice(own.length), text, place]);
    }
  }
  for (const key of keysIn('tab', 'kinbridge.member-uploads')) sessionStorage.removeItem(key);
  return found;
}

/** None where storage is switched off. */
export function keysIn(place: DraftPlace, start: string): string[] {
  try {
    return Object.keys(storageOf[place]()).filter((key) => key.startsWith(start));
  } catch {
    return [];
  }
}
