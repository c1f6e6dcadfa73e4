/** Whether a text is a path of ours: never another site, however it is written. */
export function isOwnPath(text: string): boolean {
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes('\\') || text.length > 500) return false;
  const base = 'https://kinbridge.invalid';
  return URL.canParse(text, base) && new URL(text, base).origin === base;
}
