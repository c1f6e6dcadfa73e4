/** Where a draft survives a reload: in this tab, or in every tab of this browser. */
export type DraftPlace = 'tab' | 'browser';

export const draftPrefix = 'kinbridge.draft.';
/** Marks encrypted drafts; earlier versions stored plain text. */
export const sealedMark = 'sealed:v1:';
export const storageOf = { tab: () => sessionStorage, browser: () => localStorage };
export const draftPlaces = ['tab', 'browser'] as const;

/**
 * Deletes the plain-text drafts of earlier versions and returns those of the signed-in person, if any. In its own file,
 * because the login screen needs it without the encryption code.
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

/** Empty when storage is blocked. */
export function keysIn(place: DraftPlace, start: string): string[] {
  try {
    return Object.keys(storageOf[place]()).filter((key) => key.startsWith(start));
  } catch {
    return [];
  }
}
