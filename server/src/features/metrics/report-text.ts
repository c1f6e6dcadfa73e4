/** Cuts a name that would take too much space. */
export function shortened(text: string, most: number): string {
  const chars = [...text];
  return chars.length > most ? `${chars.slice(0, most - 1).join('')}…` : text;
}

/** Adds break points to words longer than a line. */
export function broken(text: string): string {
  return text.replace(/\S{18}/gu, '$&\u200b');
}
