import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { onOff } from './values.ts';

/** Whether the other end of a connection is a proxy. The forwarded headers of any other are ignored. */
export type IsProxy = (peer: string | undefined) => boolean;

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** `1` for every peer, `0` for none, or the networks of the proxies with commas between them. */
export const proxies = z.string().transform((text, context): IsProxy => {
  const switched = onOff.safeParse(text);
  if (switched.success) return () => switched.data;
  const networks = text.split(',').map((one) => one.trim());
  if (networks.every((one) => network.safeParse(one).success)) return isWithin(networks);
  context.addIssue({
    code: 'custom',
    message: 'is 1, 0, or the networks of the proxies, separated by commas: 10.0.0.0/8,127.0.0.1',
  });
  return z.NEVER;
});

function isWithin(networks: readonly string[]): IsProxy {
  const list = new BlockList();
  for (const one of networks) {
    const [address = '', bits] = one.split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  // An address of a link has its interface behind it.
  return (peer) => {
    const [address = ''] = peer?.split('%') ?? [];
    return isIP(address) !== 0 && list.check(address, familyOf(address));
  };
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
