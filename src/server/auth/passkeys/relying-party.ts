import { isIP } from 'node:net';
import type { Config } from '#server/platform/config/config.ts';
import { refuse } from '#server/platform/refusal.ts';

/** The site that passkeys are made for. They work at one origin only, so a phishing site cannot use them. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * The domain of the public address. Browsers make passkeys only for names: for 127.0.0.1, where a new installation
 * listens, it is `localhost`, and for any other number there is none.
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
