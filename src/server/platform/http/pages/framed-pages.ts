import type { App } from '../../app.ts';
import { limitHere } from '../limits/count-here.ts';
import { framedHeaders, type Framed } from '../security/framed-headers.ts';

/** What the address of a frame says. */
export interface FrameAddress {
  Params: { kind: string; key: string };
  Querystring: { lang?: unknown };
}

export interface FramedPages {
  /** Where they begin: `<path>/<kind>/<key>`. */
  path: string;
  page: (address: FrameAddress['Params'] & FrameAddress['Querystring']) => Promise<Framed & { html: string }>;
  /** What an open page asks for, below its own address; the same for everyone. */
  rows: (address: FrameAddress['Params'] & FrameAddress['Querystring']) => Promise<object>;
  /** Loaded by the site around the frame. */
  siteScript: string;
}

/** An open page asks four times a minute, and an office may be one network. */
const max = { hits: 600, windowS: 60 };

/**
 * Pages that other sites may show. They are for anyone, outside the contract: they read no cookie and no session, set no
 * cookie, and take nothing but their address.
 */
export function serveFramedPages(
  app: Pick<App, 'http' | 'clock'>,
  { path, page, rows, siteScript }: FramedPages,
): void {
  const limit = limitHere(app, max);
  const address = `${path}/:kind/:key`;

  app.http.get<FrameAddress>(address, { config: { mayBeFramed: true } }, async ({ ip, params, query }, reply) => {
    limit.hit(ip);
    const { html, ...framed } = await page({ ...params, lang: query.lang });
    return reply.headers(framedHeaders(framed)).type('text/html; charset=utf-8').send(html);
  });

  app.http.get<FrameAddress>(`${address}/rows`, async ({ ip, params, query }, reply) => {
    limit.hit(ip);
    const content = await rows({ ...params, lang: query.lang });
    // The page has no origin, and its content is for everyone.
    return reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' }).send(content);
  });

  app.http.get(`${path}/frame.js`, async (_request, reply) =>
    reply
      .headers({ 'cross-origin-resource-policy': 'cross-origin', 'cache-control': 'public, max-age=3600' })
      .type('text/javascript; charset=utf-8')
      .send(siteScript),
  );
}
