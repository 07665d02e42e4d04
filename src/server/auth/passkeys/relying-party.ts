import { isIP } from 'node:net';
import type { Config } from '#server/platform/config.ts';
import { refuse } from '#server/platform/refusal.ts';

/** For whom passkeys are made. They work at one origin and nowhere else, which is why nobody can be lured out of one. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * The name in the public address. Browsers make passkeys for names alone: at 127.0.0.1, where a newcomer's installation
 * listens, for `localhost`, and at any other number for nobody.
 */
export function findRelyingParty({ appUrl }: Pick<Config, 'appUrl'>): RelyingParty | undefined {
  const url = new URL(appUrl);
  if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
  const isNumber = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isNumber ? undefined : { id: url.hostname, origin: url.origin };
}

/** @throws Refusal auth.passkeys_off */
export function relyingParty(config: Pick<Config, 'appUrl'>): RelyingParty {
  const party = findRelyingParty(config);
  if (!party) throw refuse('auth.passkeys_off');
  return party;
}
