import { randomBytes } from 'node:crypto';
import { stored } from '#contract/kernel/constants.ts';
import { sign } from '#server/platform/secrets/token.ts';

/** What a browser stores between two calls: its cookies, and the bearer token once it is signed in. */
export interface Browser {
  cookies: Map<string, string>;
  token?: string;
  /** Its own address, so that no test uses up the rate limit of another. */
  address: string;
}

let browsers = 0;

/** A browser that has just loaded a page, which is where the anti-forgery cookie comes from. */
export function newBrowser(appSecret: string): Browser {
  const nonce = randomBytes(24).toString('base64url');
  const cookies = new Map([[stored.antiForgeryCookie, `${nonce}.${sign(appSecret, 'anti-forgery', nonce)}`]]);
  browsers += 1;
  return { cookies, address: `10.0.${Math.floor(browsers / 250)}.${(browsers % 250) + 1}` };
}

/** The headers that such a browser adds on its own or through our pages, and that of the proxy before the server. */
export function headersOf({ cookies, token, address }: Browser): Record<string, string> {
  const pairs = [...cookies].map(([name, value]) => `${name}=${value}`);
  const antiForgery = cookies.get(stored.antiForgeryCookie);
  return {
    'x-forwarded-for': address,
    ...(pairs.length > 0 ? { cookie: pairs.join('; ') } : {}),
    ...(antiForgery ? { [stored.antiForgeryHeader]: antiForgery } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
}

/** Takes over the cookies that a response sets and drops those that it clears. */
export function storeCookies({ cookies }: Browser, response: Pick<Response, 'headers'>): void {
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0(;|$)/i.test(line) || value === '') cookies.delete(name);
    else cookies.set(name, decodeURIComponent(value));
  }
}
