import { BlockList } from 'node:net';
import { describe, expect, it } from 'vitest';
import { networkKey, networksOf, plainAddress } from './network-key.ts';

describe('the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:50123', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['64:ff9b::203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:50123', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['', 'unknown'],
    ['203.0.113', 'unknown'],
    ['203.0.113.007', 'unknown'],
    ['one, two', 'unknown'],
    ['2001:db8::1::2', 'unknown'],
  ])('of %j is %s', (address, key) => expect(networkKey(address)).toBe(key));
});

it('counts the wider nets of IPv6 too, at higher limits', () => {
  expect(networksOf('2001:db8:ab:cdef:1::1')).toEqual([
    { key: '2001:db8:ab:cdef::/64', share: 1 },
    { key: '2001:db8:ab:cd00::/56', share: 4 },
    { key: '2001:db8:ab::/48', share: 16 },
  ]);
  expect(networksOf('::ffff:203.0.113.7')).toEqual([{ key: '203.0.113.7', share: 1 }]);
});

it('names the net that Node, too, finds the address in, whatever the address', () => {
  const random = (length: number) =>
    Array.from({ length }, () => Math.floor(Math.random() * 0x1_0000).toString(16)).join(':');
  for (let round = 0; round < 300; round += 1) {
    const address = round % 3 === 0 ? `2a02:${random(2)}::${random(1)}` : `2a02:${random(7)}`;
    for (const { key } of networksOf(address)) {
      const [net = '', bits] = key.split('/');
      const nets = new BlockList();
      nets.addSubnet(net, Number(bits), 'ipv6');
      expect(nets.check(address, 'ipv6'), `${address} in ${key}`).toBe(true);
    }
  }
});

it('counts an IPv4 address once, however IPv6 writes or embeds it', () => {
  const byte = () => Math.floor(Math.random() * 256);
  const group = () => Math.floor(Math.random() * 0x1_0000).toString(16);
  const hex = (bytes: number[]) =>
    [0, 2].map((at) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16)).join(':');
  for (let round = 0; round < 300; round += 1) {
    const bytes = [1 + Math.floor(Math.random() * 255), byte(), byte(), byte()];
    const own = bytes.join('.');
    const any = [group(), group(), group(), group(), group()].join(':');
    const carried = [own, hex(bytes)].flatMap((tail) => [
      `::${tail}`,
      `0:0:0:0:0:0:${tail}`,
      `::ffff:${tail}`,
      `::ffff:0:${tail}`,
      `64:ff9b::${tail}`,
    ]);
    const tunnels = [
      `2002:${hex(bytes)}:${any}`,
      `2001:0:${any.slice(0, any.lastIndexOf(':'))}:${hex(bytes.map((one) => one ^ 255))}`,
    ];
    const spellings = [...carried, ...tunnels].flatMap((one) => [
      one,
      one.toUpperCase(),
      `[${one}]:443`,
      `${one}%eth0`,
    ]);
    for (const spelling of [own, `${own}:443`, ...spellings])
      expect([spelling, ...networksOf(spelling)]).toEqual([spelling, { key: own, share: 1 }]);
  }
});

it('does not let a tunnel match an address of a list', () => {
  expect(plainAddress('64:ff9b::203.0.113.7')).toBe('203.0.113.7');
  for (const tunnel of ['2002:cb00:7107::1', '::203.0.113.7', '2001:0:1:2:3:4:34ff:8ef8'])
    expect(plainAddress(tunnel)).toBe(tunnel);
});
