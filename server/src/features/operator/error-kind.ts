const codes =
  /\b(ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|EAUTH|EENVELOPE|EMESSAGE|ESOCKET|ECONNECTION|EDNS|ETLS|ENOSPC|EACCES|ENOENT|EMFILE)\b/;

const kinds: [pattern: RegExp, kind: string][] = [
  [/\b(timeout|timed out)\b/i, 'Timeout'],
  [/\bviolates\b.*\bconstraint\b|\bduplicate key\b/is, 'Database constraint'],
  [/\b(relation|column|function) "[^"]*" does not exist\b|\bsyntax error at\b/i, 'Database schema'],
  [/\b(certificate|self-signed|TLS|SSL)\b/, 'Certificate'],
  [/\b(fetch failed|socket hang up|connection (terminated|closed|lost))\b/i, 'Connection failed'],
];

/** What kind of error it was. The text itself may quote names and addresses, so nothing else of it is shown. */
export function errorKind(text: string | null): string {
  if (text === null) return 'Unknown error';
  const code = codes.exec(text)?.[1];
  if (code) return code;
  const status = /\b(?:answered|status|responded with)(?: code)?:? ([45]\d\d)\b/i.exec(text)?.[1];
  if (status) return `Status ${status}`;
  return kinds.find(([pattern]) => pattern.test(text))?.[1] ?? 'Unknown error';
}
