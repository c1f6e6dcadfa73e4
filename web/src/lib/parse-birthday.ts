/**
 * A typed date as YYYY-MM-DD: 08-02-1991, 8/2/1991, 08021991 and 1991-08-02 all mean the same. Null for other text; the
 * contract checks that the day exists.
 */
export function parseBirthday(text: string): string | null {
  const typed = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return join(iso[1], iso[2], iso[3]);
  const american = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(typed);
  return american && join(american[3], american[1], american[2]);
}

function join(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
