import { importDraftKey, seal, unseal } from './draft-cipher.ts';
import { type DraftPlace, draftPlaces, draftPrefix, keysIn, storageOf, takePlainDrafts } from './plain-drafts.ts';
import { readSession } from './session.ts';

/** Set for a moment by Logout, so that other tabs hear whose drafts to delete from their own storage. */
const loggedOutKey = 'kinbridge.logged-out';

/** What this person typed and has not sent, in plain text: in memory only. */
const texts = new Map<string, string>();
/** Counts the writes to each place in the storage, because the last one wins, however long each takes to encrypt. */
const turns = new Map<string, number>();
const listeners = new Set<() => void>();
let owner: { prefix: string; key: CryptoKey | null } | null = null;

/**
 * Decrypts the drafts of the person who signed in, before the first screen shows. Without a key, because the network
 * failed or the page isn't secure, drafts live as long as the page, and those in the storage stay as they are.
 */
export async function openDrafts(userId: number, givenKey: Promise<string>): Promise<void> {
  const own = `${draftPrefix}${userId}.`;
  const plain = takePlainDrafts(own);
  const key = await givenKey.then(importDraftKey).catch(() => null);
  await Promise.all(draftPlaces.map((place) => readAll(place, own, key)));
  owner = { prefix: own, key };
  for (const [name, text, place] of plain) void writeDraft(name, text, place);
  window.addEventListener('storage', hearOtherTab);
  tell();
}

export function draftsAreOpen(): boolean {
  return owner !== null;
}

export function readDraft(name: string): string {
  return texts.get(name) ?? '';
}

/** An empty text deletes the draft. The answer is whether the browser keeps it beyond this page. */
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
    // Storage is full or switched off.
    return false;
  }
}

/** Logout leaves nothing behind. A session that ends keeps the encrypted drafts for the next sign-in. */
export function forgetDrafts(): void {
  const own = `${draftPrefix}${readSession()?.userId}.`;
  forget(own);
  try {
    localStorage.setItem(loggedOutKey, own);
    localStorage.removeItem(loggedOutKey);
  } catch {
    // Storage is switched off: other tabs keep no drafts either.
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

async function readAll(place: DraftPlace, own: string, key: CryptoKey | null): Promise<void> {
  if (!key) return;
  for (const at of keysIn(place, own)) {
    try {
      texts.set(at.slice(own.length), await unseal(key, at, storageOf[place]().getItem(at) ?? ''));
    } catch {
      // Made with another key: nobody can read it.
    }
  }
}

/** What another tab of the same person wrote, so that a page opened here later starts from it. */
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
