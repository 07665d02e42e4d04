import type { App } from '#server/platform/app.ts';
import { limitHere } from '#server/platform/http/limits/count-here.ts';

/** Calls of one network to addresses that are not ours: each may cost a look into the database. */
const strange = { hits: 120, windowS: 60 };
/** Refused calls of one network to one connection: its provider, or someone who learnt the address. */
const refused = { hits: 60, windowS: 60 };
/** Signed calls to one connection, from wherever they come: each is stored. */
const taken = { hits: 75_000, windowS: 60 };

interface HookLimits {
  /** Before the body of a call is read, and before its connection is looked up. @throws Refusal `http.too_many` */
  check(call: { connection: string; path: string; ip: string }): void;
  /** The address is that of a connection: strangers cannot use up what its provider needs. */
  found(address: { connection: string; path: string }): void;
  /** No connection has the address, or none any more. */
  gone(address: { connection: string; path: string }): void;
  refused(connection: string, ip: string): void;
  taken(connection: string): void;
}

/** A provider calls again after a refusal, so what one asks too much waits and is not lost. */
export function limitHooks(app: Pick<App, 'clock'>): HookLimits {
  const strangers = limitHere(app, strange);
  const forgers = limitHere(app, refused);
  const providers = limitHere(app, taken);
  const ours = new Set<string>();
  const keyOf = ({ connection, path }: { connection: string; path: string }) => `${connection} ${path}`;
  /** All networks of a provider together. */
  const anywhere = '0.0.0.0';

  return {
    check({ ip, ...address }) {
      if (!ours.has(keyOf(address))) return strangers.hit(ip);
      forgers.check(ip, address.connection);
      return providers.check(anywhere, address.connection);
    },
    found: (address) => void ours.add(keyOf(address)),
    gone: (address) => void ours.delete(keyOf(address)),
    refused: (connection, ip) => forgers.count(ip, connection),
    taken: (connection) => providers.count(anywhere, connection),
  };
}
