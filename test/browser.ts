import { randomBytes } from 'node:crypto';
import { stored } from '#contract/constants.ts';
import { sign } from '#server/platform/token.ts';

/** What a browser keeps between two calls: its cookies, and the bearer token once it is signed in. */
export interface Browser {
  cookies: Map<string, string>;
  token?: string;
}

/** A browser that has just loaded a page, which is where the anti-forgery cookie comes from. */
export function newBrowser(appSecret: string): Browser {
  const nonce = randomBytes(24).toString('base64url');
  return { cookies: new Map([[stored.antiForgeryCookie, `${nonce}.${sign(appSecret, 'anti-forgery', nonce)}`]]) };
}

/** The headers that such a browser adds on its own or through our pages. */
export function headersOf({ cookies, token }: Browser): Record<string, string> {
  const pairs = [...cookies].map(([name, value]) => `${name}=${value}`);
  const antiForgery = cookies.get(stored.antiForgeryCookie);
  return {
    ...(pairs.length > 0 ? { cookie: pairs.join('; ') } : {}),
    ...(antiForgery ? { [stored.antiForgeryHeader]: antiForgery } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
}

/** Takes over what an answer sets and drops what it clears. */
export function keepCookies({ cookies }: Browser, answer: Response): void {
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0(;|$)/i.test(line) || value === '') cookies.delete(name);
    else cookies.set(name, decodeURIComponent(value));
  }
}
