/** Where mail goes, as an operator may see it: host and port, without the login. */
export function smtpAddress(url = ''): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
}
