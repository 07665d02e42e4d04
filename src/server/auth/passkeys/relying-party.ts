import { isIP } from 'node:net';
import { refuse } from '#server/platform/refusal.ts';
import type { Brand } from '#server/platform/settings.ts';

/** The site that passkeys are made for. They work at one origin only, so a phishing site cannot use them. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/**
 * The domain of a brand's public address. Browsers make passkeys only for names: for 127.0.0.1, where a new installation
 * listens, it is `localhost`, and for any other number there is none.
 */
export function findRelyingParty(brand: Pick<Brand, 'url'>): RelyingParty | undefined {
  const url = new URL(brand.url);
  if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
  const isNumber = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isNumber ? undefined : { id: url.hostname, origin: url.origin };
}

/** @throws Refusal auth.passkeys_off */
export function relyingParty(brand: Pick<Brand, 'url'>): RelyingParty {
  const party = findRelyingParty(brand);
  if (!party) throw refuse('auth.passkeys_off');
  return party;
}
