/** A statement is HTML to SurveyJS, and plain text to whoever writes and reads it. */
export function writeStatement(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');
}

/** The text of a statement; `plain` is false where it was written elsewhere and its markup is more than line breaks. */
export function readStatement(html: string): { text: string; plain: boolean } {
  const text = html
    .replace(/<br\s*\/?>/gi, '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  return writeStatement(text) === html.replace(/<br\s*\/?>/gi, '<br>')
    ? { text, plain: true }
    : { text: html, plain: false };
}
