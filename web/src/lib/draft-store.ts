import { importDraftKey, seal, unseal } from './draft-cipher.ts';
import { readSession } from './session.ts';

/** Where a draft survives a reload: in this tab, or in every tab of this browser. */
type DraftPlace = 'tab' | 'browser';

const draftPrefix = 'kinbridge.draft.';
const storageOf = { tab: () => sessionStorage, browser: () => localStorage };
const draftPlaces = ['tab', 'browser'] as const;

/** Set briefly by Logout, to tell other tabs whose drafts to delete. */
const loggedOutKey = 'kinbridge.logged-out';

/** Unsent drafts in plain text: in memory only. */
const texts = new Map<string, string>();
/** Counts the writes to each storage key, so that the last write wins no matter how long encryption takes. */
const turns = new Map<string, number>();
const listeners = new Set<() => void>();
let owner: { prefix: string; key: CryptoKey | null } | null = null;

/**
 * Decrypts the signed-in person's drafts before the first screen shows. Without a key (network failure or an insecure
 * page), drafts last as long as the page, and stored ones stay untouched.
 */
export async function openDrafts(userId: number, givenKey: Promise<string>): Promise<void> {
  const own = `${draftPrefix}${userId}.`;
  const key = await givenKey.then(importDraftKey).catch(() => null);
  await Promise.all(draftPlaces.map((place) => readAll(place, own, key)));
  owner = { prefix: own, key };
  window.addEventListener('storage', hearOtherTab);
  tell();
}

export function draftsAreOpen(): boolean {
  return owner !== null;
}

export function readDraft(name: string): string {
  return texts.get(name) ?? '';
}

/** An empty text deletes the draft. Returns whether the draft is stored beyond this page. */
export async function writeDraft(name: string, text: string, place: DraftPlace = 'tab'): Promise<boolean> {
  if (!owner) return false;
  if (text === '') texts.delete(name);
  else texts.set(name, text);
  tell();
  const { prefix: own, key } = owner;
  if (!key) return false;
  const at = `${own}${name}`;
  const turn = nextTurn(at);
  try {
    if (text === '') {
      storageOf[place]().removeItem(at);
      return true;
    }
    const sealed = await seal(key, at, text);
    if (owner && turns.get(at) === turn) storageOf[place]().setItem(at, sealed);
    return true;
  } catch {
    // Storage is full or blocked.
    return false;
  }
}

/** Logout deletes all drafts. A session that expires keeps the encrypted ones for the next sign-in. */
export function forgetDrafts(): void {
  const own = `${draftPrefix}${readSession()?.userId}.`;
  forget(own);
  try {
    localStorage.setItem(loggedOutKey, own);
    localStorage.removeItem(loggedOutKey);
  } catch {
    // Storage is blocked, so other tabs have no drafts either.
  }
}

export function subscribeToDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function forget(own: string): void {
  owner = null;
  texts.clear();
  for (const place of draftPlaces) for (const key of keysIn(place, own)) storageOf[place]().removeItem(key);
}

/** Empty when storage is blocked. */
function keysIn(place: DraftPlace, start: string): string[] {
  try {
    return Object.keys(storageOf[place]()).filter((key) => key.startsWith(start));
  } catch {
    return [];
  }
}

async function readAll(place: DraftPlace, own: string, key: CryptoKey | null): Promise<void> {
  if (!key) return;
  for (const at of keysIn(place, own)) {
    try {
      texts.set(at.slice(own.length), await unseal(key, at, storageOf[place]().getItem(at) ?? ''));
    } catch {
      // Encrypted with another key, so it can't be read.
    }
  }
}

/** Takes over what the same person wrote in another tab, so that a page opened here later starts from it. */
async function hearOtherTab({ key: at, newValue, storageArea }: StorageEvent): Promise<void> {
  if (!owner || storageArea !== localStorage || at === null) return;
  const { prefix: own, key } = owner;
  if (at === loggedOutKey && newValue === own) forget(own);
  if (!key || !at.startsWith(own)) return;
  const turn = nextTurn(at);
  const text = newValue === null ? '' : await unseal(key, at, newValue).catch(() => '');
  if (!owner || turns.get(at) !== turn) return;
  const name = at.slice(own.length);
  if (text === '') texts.delete(name);
  else texts.set(name, text);
  tell();
}

function nextTurn(at: string): number {
  const turn = (turns.get(at) ?? 0) + 1;
  turns.set(at, turn);
  return turn;
}

function tell(): void {
  for (const listener of listeners) listener();
}
