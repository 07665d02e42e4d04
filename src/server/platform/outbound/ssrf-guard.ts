import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Of IPv4 all but these is public: private, shared, of this machine or link, for examples, tests, many at once. */
const notPublic = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, bits, 'ipv4');

/** Of IPv6 only this is, without what leads into IPv4 and what is for examples. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, bits, 'ipv6');

/** What an organisation gives its own machines. What a machine says of itself (169.254.169.254) is not among it. */
const own = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  own.addSubnet(network, bits, 'ipv4');
own.addSubnet('fc00::', 7, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an address is reached over the public internet. */
function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublic.check(address, 'ipv4');
  return isIP(address) === 6 && global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

const isLoopback = (address: string) => loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

const isOwn = (address: string) => own.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Where an address leads to: what it names without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Whether all machines of a name may be called. One that may not is enough: what leads both ways is a trap.
 * @param allowOwn lets calls into the operator's own network through, over http as well, where an operator asked for it
 */
export function mayAllBeCalled(
  protocol: string,
  found: readonly LookupAddress[],
  allowLocal: boolean,
  allowOwn = false,
): boolean {
  if (found.length === 0) return false;
  if (allowLocal && found.every(({ address }) => isLoopback(address))) return true;
  if (allowOwn && found.every(({ address }) => isOwn(address))) return true;
  return protocol === 'https:' && found.every(({ address }) => isPublicAddress(address));
}

/**
 * Whether an address that a person gave us may be called, as far as its text shows: encrypted, without a name and
 * password, and without an IP address of our own network. What its name resolves to is checked when it is called.
 * @param allowLocal lets calls to this very machine through, over http as well; for tests and development
 */
export function mayBeCalled(address: string, allowLocal: boolean, allowOwn = false): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  const { protocol, username, password } = url;
  if (username || password) return false;
  const host = hostOf(url);
  const family = isIP(host);
  if (family !== 0) return mayAllBeCalled(protocol, [{ address: host, family }], allowLocal, allowOwn);
  return allowLocal || allowOwn ? /^https?:$/.test(protocol) : protocol === 'https:' && host.includes('.');
}

/** The same with what its name resolves to now, and the name must resolve: for a person who has just entered it. */
export async function isOutboundAllowed(address: string, allowLocal: boolean): Promise<boolean> {
  if (!mayBeCalled(address, allowLocal)) return false;
  const url = new URL(address);
  const found = await lookup(hostOf(url), { all: true }).catch(() => []);
  return mayAllBeCalled(url.protocol, found, allowLocal);
}
