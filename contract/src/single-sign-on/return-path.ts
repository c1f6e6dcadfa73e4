/** Whether a text is a path of ours: never another site, however it is written. */
export function isOwnPath(text: string): boolean {
  return text.length <= 500 && /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(text);
}
