const usualPorts: Record<string, number> = { 'smtps:': 465, 'smtp:': 587, 'https:': 443, 'http:': 80 };

/** Host and port of an address, as operators may see it: without a login. */
export function addressOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || usualPorts[protocol]}`;
}
