import { BlockList, isIP, isIPv6 } from 'node:net';

/** Addresses that are no server on the internet: this machine, its network, and those with a special meaning. */
const special = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 16],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  special.addSubnet(network, bits, 'ipv6');
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  // An IPv4 address in the form of an IPv6 one is checked as the former.
  return !special.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
