const mark = 'sealed:v1:';
const ivBytes = 12;

export function importDraftKey(base64: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytesOf(base64), 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** Encrypts a text for one storage key: under another key it can't be decrypted. */
export async function seal(key: CryptoKey, place: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const sealed = await crypto.subtle.encrypt(cipher(iv, place), key, new TextEncoder().encode(text));
  return `${mark}${base64Of(iv)}${base64Of(new Uint8Array(sealed))}`;
}

/** Throws if the key, the place or the text doesn't match. */
export async function unseal(key: CryptoKey, place: string, stored: string): Promise<string> {
  const bytes = bytesOf(stored.slice(mark.length));
  const opened = await crypto.subtle.decrypt(cipher(bytes.subarray(0, ivBytes), place), key, bytes.subarray(ivBytes));
  return new TextDecoder().decode(opened);
}

function cipher(iv: Uint8Array<ArrayBuffer>, place: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`${mark}${place}`) };
}

/** Twelve bytes encode to exactly sixteen characters, so two base64 texts can be concatenated. */
function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}
