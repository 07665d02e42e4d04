import { isIPv4, isIPv6 } from 'node:net';

/** A network as limits count it, and how many times the limit of one caller it may use. */
export interface Network {
  key: string;
  share: number;
}

/**
 * An IPv6 customer gets at least a /64, often a /56 or a /48: a limit per address would give each of them 2^64 limits.
 */
const widths = [
  { bits: 64, share: 1 },
  { bits: 56, share: 4 },
  { bits: 48, share: 16 },
] as const;

/** What is no address of a known form shares one key, so that odd spellings do not open new limits. */
const unknown = 'unknown';

/**
 * The network that limits count in place of an address: an IPv4 address itself, also where IPv6 embeds it or a tunnel
 * leads to it, and the /64 of an IPv6 address, written as PostgreSQL writes both.
 */
export function networkKey(address: string): string {
  return networksOf(address)[0].key;
}

/** That network and the wider ones around it, the narrowest first. Only IPv6 has wider ones. */
export function networksOf(address: string): [Network, ...Network[]] {
  const plain = plainAddress(address);
  if (plain === null || isIPv4(plain)) return [{ key: plain ?? unknown, share: 1 }];
  const groups = groupsOf(plain);
  const behind = tunnelledIPv4(groups);
  if (behind !== undefined) return [{ key: behind, share: 1 }];
  const around = ({ bits, share }: (typeof widths)[number]) => ({ key: netOf(groups, bits), share });
  const [narrow, ...wider] = widths;
  return [around(narrow), ...wider.map(around)];
}

/** The address alone, as PostgreSQL reads it, an IPv4 address in its own spelling; null for what is none. */
export function plainAddress(address: string): string | null {
  const bare = withoutPort(address.trim());
  if (isIPv4(bare)) return bare;
  return isIPv6(bare) ? (carriedIPv4(groupsOf(bare)) ?? bare) : null;
}

/** Some proxies write the port of the caller too, and a system its interface. */
function withoutPort(address: string): string {
  const [, bracketed, digits] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(address) ?? [];
  return (bracketed ?? digits ?? address).replace(/%.*$/, '');
}

/** The eight numbers of an IPv6 address. The URL parser writes every spelling in one form. */
function groupsOf(address: string): number[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16));
}

/** `::ffff:0:0/96`, mapped, and `64:ff9b::/96`, NAT64. */
const carriers = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
];

const starts = (groups: number[], prefix: number[]) => prefix.every((group, index) => group === groups[index]);

const dotted = (groups: number[]) => groups.flatMap((group) => [group >> 8, group & 0xff]).join('.');

function carriedIPv4(groups: number[]): string | undefined {
  return carriers.some((prefix) => starts(groups, prefix)) ? dotted(groups.slice(6)) : undefined;
}

/**
 * The IPv4 address whose owner can make up this IPv6 address, with any number of others. It counts against them; it
 * does not make them that address for an allowlist.
 */
function tunnelledIPv4(groups: number[]): string | undefined {
  // 6to4, `2002::/16`
  if (starts(groups, [0x2002])) return dotted(groups.slice(1, 3));
  // Teredo, `2001::/32`: each bit of the client's address is inverted
  if (starts(groups, [0x2001, 0])) return dotted(groups.slice(6).map((group) => group ^ 0xffff));
  // translated, `::ffff:0:0:0/96`, and compatible, `::/96`, where `::` and `::1` are no IPv4 addresses
  if (starts(groups, [0, 0, 0, 0, 0xffff, 0])) return dotted(groups.slice(6));
  const isCompatible = starts(groups, [0, 0, 0, 0, 0, 0]) && (groups[6] ?? 0) > 0xff;
  return isCompatible ? dotted(groups.slice(6)) : undefined;
}

function netOf(groups: number[], bits: number): string {
  const masked = groups.map((group, index) => {
    const stored = Math.min(16, Math.max(0, bits - 16 * index));
    return (group & (0xffff << (16 - stored))).toString(16);
  });
  return `${new URL(`http://[${masked.join(':')}]`).hostname.slice(1, -1)}/${bits}`;
}
