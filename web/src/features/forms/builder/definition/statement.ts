/** A statement is HTML for SurveyJS, and plain text for people. */
export function writeStatement(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');
}

/** A statement's text; `plain` is false if it contains imported markup beyond line breaks. */
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
