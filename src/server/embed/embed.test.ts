import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { languages } from '#contract/kernel/languages.ts';
import type { Widget } from '#contract/settings/values/widgets.ts';
import { widgetKinds } from '#contract/settings/widget-names.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { newId } from '#server/platform/id.ts';
import { bringTo, changeTerms, openOffering } from '#test/ipo/offerings.ts';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { widgetColors } from './page-style.ts';
import { findWidget, widgetLink } from './widget-links.ts';

let server: TestServer;
let admin: Session;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
});
afterAll(() => server.close());

const site = 'https://www.example.com';
const widgetOf = (part: Partial<Widget> = {}): Widget => ({
  id: newId(),
  kind: 'rates',
  sites: [site],
  language: 'en',
  theme: 'auto',
  shown: ['EURUSD'],
  is_on: true,
  ...part,
});

let version = 0;
/** Saves the whole list, as the screen of the settings does. */
async function save(value: unknown) {
  const body = { key: 'brand.widgets', value, version, reason: 'as agreed' } as const;
  const response = await server.call('POST /api/staff/settings/save', { as: admin, body });
  if (response.status === 200) ({ version } = response.body);
  return response;
}

/** What a browser asks for in a frame: the path of a link below the address of the test's server. */
const visit = (link: string, query = '', headers: Record<string, string> = {}) =>
  fetch(`${server.url}${new URL(link).pathname}${query}`, { headers });

async function made(part: Partial<Widget> = {}): Promise<string> {
  const widget = widgetOf(part);
  expect((await save([widget])).status).toBe(200);
  return widgetLink(server.config, widget);
}

const policyOf = ({ headers }: Response) =>
  new Map(
    (headers.get('content-security-policy') ?? '').split(/;\s*/).map((part) => {
      const [name = '', ...values] = part.split(' ');
      return [name, values.join(' ')];
    }),
  );
const isClosed = (response: Response) =>
  policyOf(response).get('frame-ancestors') === "'none'" && response.headers.get('x-frame-options') === 'DENY';

describe('the frame of a widget', () => {
  it.each(widgetKinds)('of %s is for its sites only, without an origin, a session or a cookie', async (kind) => {
    const sites = [site, 'https://de.example.com:8443'];
    const response = await visit(await made({ kind, sites, shown: [] }), '', {
      cookie: 'token=stolen; XSRF-TOKEN=a.b; locale=de; user-theme=dark-theme',
      authorization: `Bearer ${admin.token}`,
    });
    expect(response.status).toBe(200);
    const policy = policyOf(response);
    expect(policy.get('frame-ancestors')).toBe(sites.join(' '));
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('form-action')).toBe("'none'");
    expect(policy.get('sandbox')).toBe(
      kind === 'register' ? 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox' : 'allow-scripts',
    );
    expect(Object.fromEntries(response.headers)).not.toHaveProperty('x-frame-options');
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const page = await response.text();
    // Neither the language nor the theme of the visitor's cookies.
    expect(page).toContain('<html lang="en" dir="ltr"');
    expect(page).not.toContain(admin.user.email);
  });

  it('runs the one script and the one style that it was made with', async () => {
    const response = await visit(await made());
    const page = await response.text();
    const policy = policyOf(response);
    for (const name of ['script', 'style']) {
      const parts = [...page.matchAll(new RegExp(`<${name}[^>]*>([^]*?)</${name}>`, 'g'))].map(([, text = '']) => text);
      expect(parts).toHaveLength(1);
      const hash = createHash('sha256').update(String(parts[0])).digest('base64');
      expect(policy.get(`${name}-src`)).toBe(`'sha256-${hash}'`);
    }
    expect(page).not.toMatch(/\sstyle=|\son\w+=|javascript:/i);
  });

  it('does not open the rest of the product', async () => {
    const paths = Object.values(api).flatMap(({ route }) =>
      route.startsWith('GET ') ? [route.slice(4).replaceAll(/:\w+/g, newId())] : [],
    );
    const others = [
      '/',
      '/en/login',
      '/api/docs/',
      '/healthz',
      '/embed',
      '/embed/frame.js',
      '/embed/rates/a.b',
      '/embed/home/a.b',
    ];
    const open: string[] = [];
    for (const path of [...paths, ...others]) if (!isClosed(await fetch(`${server.url}${path}`))) open.push(path);
    expect(paths.length).toBeGreaterThan(40);
    expect(open).toEqual([]);
  });

  it('is none on the visitor’s own machine, outside a demo', async () => {
    const widget = widgetOf({ sites: ['http://localhost:8080', site] });
    await save([widget]);
    const key = widgetLink(server.config, widget).split('/').at(-1) ?? '';
    const sitesIn = (demo: boolean) =>
      findWidget({ config: { ...server.config, demo }, settings: server.app.settings }, 'rates', key).sites;
    expect(sitesIn(true)).toEqual(widget.sites);
    expect(sitesIn(false)).toEqual([site]);
  });
});

describe('a link', () => {
  it('that staff did not make, or made for something else, leads nowhere', async () => {
    const [rates, form] = [widgetOf(), widgetOf({ kind: 'register', shown: [] })];
    await save([rates, form]);
    const link = widgetLink(server.config, rates);
    const signature = link.split('.').at(-1) ?? '';
    const forged = [
      link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A'),
      link.slice(0, link.lastIndexOf('.')),
      `${link}.x`,
      link.replace(rates.id, form.id),
      link.replace('/rates/', '/register/'),
      widgetLink({ ...server.config, appSecret: 'another secret of another house' }, rates),
      widgetLink(server.config, widgetOf()),
      `${link.slice(0, link.lastIndexOf('/') + 1)}constructor.${signature}`,
    ];
    for (const each of forged) {
      const response = await visit(each);
      expect([each, response.status, isClosed(response)]).toEqual([each, 404, true]);
    }
  });

  it('survives a rotation of the secret until the former one is taken away', async () => {
    const widget = widgetOf();
    await save([widget]);
    const key = widgetLink(server.config, widget).split('/').at(-1) ?? '';
    const { settings } = server.app;
    const rotated = {
      ...server.config,
      appSecret: 'the next secret of the same house',
      formerSecret: server.config.appSecret,
    };
    expect(findWidget({ config: rotated, settings }, 'rates', key).id).toBe(widget.id);
    expect(() => findWidget({ config: { ...rotated, formerSecret: undefined }, settings }, 'rates', key)).toThrow(
      Refusal,
    );
  });

  it('stops at once when the widget is turned off or taken away, and says nothing of it', async () => {
    const widget = widgetOf();
    const link = widgetLink(server.config, widget);
    await save([widget]);
    expect((await visit(link)).status).toBe(200);
    await save([{ ...widget, is_on: false }]);
    const off = await visit(link);
    expect([off.status, isClosed(off), (await visit(`${link}/rows`)).status]).toEqual([404, true, 404]);
    await save([widget]);
    expect((await visit(link)).status).toBe(200);
    await save([]);
    expect((await visit(link)).status).toBe(404);
  });

  it('chooses a language of ours, and nothing else', async () => {
    const link = await made({ language: 'de' });
    const plain = await (await visit(link)).text();
    expect(plain).toContain('<html lang="de" dir="ltr"');
    const hostile = [
      '?lang=%3Cscript%3Ealert(1)%3C/script%3E',
      '?lang=xx&lang=yy',
      '?theme=dark&sites=https://evil.example&shown=BTCUSD&register=https://evil.example&title=x',
    ];
    for (const query of hostile) {
      const response = await visit(link, query);
      expect(await response.text()).toBe(plain);
      expect(policyOf(response).get('frame-ancestors')).toBe(site);
    }
    for (const language of languages)
      expect(await (await visit(link, `?lang=${language}`)).text()).toContain(`<html lang="${language}"`);
    expect(await (await visit(link, '?lang=ar')).text()).toContain('dir="rtl"');
  });
});

describe('the setting', () => {
  it.each([
    'http://www.example.com',
    'https://www.example.com/path',
    'https://www.example.com?a',
    'https://user@www.example.com',
    'https://*.example.com',
    "https://a.example.com;script-src 'unsafe-inline'",
    'https://a.example.com https://b.example.com',
    'www.example.com',
    'https://a..example.com',
    'https://www.example.com.',
    'https://[::1]',
    'data:text/html,x',
    'https:',
    '*',
    '',
  ])('takes no site %j', async (wrong) => {
    const { status, refusal } = await save([widgetOf({ sites: [wrong] })]);
    expect([status, refusal.errors?.['value']?.[0]?.code]).toEqual([422, 'settings.widget_site']);
  });

  it('takes the exact origin of a site', async () => {
    const widget = widgetOf({
      sites: ['https://WWW.Example.com:443/', 'https://xn--bcher-kva.example', 'http://127.0.0.1:8080'],
    });
    await save([widget]);
    const { body } = await server.call('POST /api/staff/settings', { as: admin, body: {} });
    expect(body.settings.find(({ key }) => key === 'brand.widgets')?.value).toMatchObject([
      { sites: ['https://www.example.com', 'https://xn--bcher-kva.example', 'http://127.0.0.1:8080'] },
    ]);
    expect(body.widget_links).toEqual([widgetLink(server.config, widget)]);
  });

  it('is for administrators to change, with its history in the audit log', async () => {
    const client = await server.register();
    const body = { key: 'brand.widgets', value: [], version, reason: 'as agreed' } as const;
    expect((await server.call('POST /api/staff/settings/save', { as: client, body })).status).toBe(403);
    const widget = widgetOf({ id: newId() });
    await save([widget]);
    const entries = await server.db.rows<{ setting: string; reason: string }>(sql`
      select details ->> 'setting' as setting, details ->> 'reason' as reason from audit_entry
      where action = 'settings.save' and actor_id = ${admin.user.id} and details ->> 'to' like ${`%${widget.id}%`}`);
    expect(entries).toEqual([{ setting: 'brand.widgets', reason: 'as agreed' }]);
  });

  it('names each widget once', async () => {
    const widget = widgetOf();
    expect((await save([widget, widget])).status).toBe(422);
  });
});

describe('rates', () => {
  it('are those of the chosen symbols, and follow the market', async () => {
    const link = await made({ shown: ['EURUSD', 'NOTHING'] });
    const read = async () => {
      const response = await visit(`${link}/rows`, '?lang=de', { origin: 'null' });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.getSetCookie()).toEqual([]);
      return (await response.json()) as { rows: { id: string; cells: { text: string }[] }[]; note: string };
    };
    const first = await read();
    expect(first.rows.map(({ id }) => id)).toEqual(['EURUSD']);
    expect(first.note).toContain('15:00:00\u00a0UTC');
    expect(await (await visit(link)).text()).toContain(`<bdi>${first.rows[0]?.cells[1]?.text}</bdi>`);
    server.clock.advance(4000);
    expect(await read()).toEqual(first);
    server.clock.advance(60_000);
    expect((await read()).note).toContain('15:01:04\u00a0UTC');
  });

  it('are limited by network', async () => {
    const ask = () => fetch(`${server.url}/embed/rates/a.b`, { headers: { 'x-forwarded-for': '198.51.100.7' } });
    const statuses: number[] = [];
    for (let part = 0; part < 6; part += 1)
      statuses.push(...(await Promise.all(Array.from({ length: 100 }, ask))).map(({ status }) => status));
    expect(new Set(statuses)).toEqual(new Set([404]));
    expect((await ask()).status).toBe(429);
  });
});

describe('the IPO calendar', () => {
  it('has what is announced or open, and no markup of anyone', async () => {
    const [shown, gone, draft] = [await openOffering(server), await openOffering(server), await openOffering(server)];
    const issuer = '<img src=x onerror=alert(1)> & "Söhne"';
    await changeTerms(server.db, shown, sql`issuer = ${issuer}, ticker = 'SHOWN'`);
    await bringTo(server, gone, 'withdrawn', sql`ticker = 'GONE'`);
    await bringTo(server, draft, 'draft', sql`ticker = 'DRAFT'`);
    const link = await made({ kind: 'ipo-calendar', shown: [] });
    const page = await (await visit(link)).text();
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Söhne&quot;');
    expect(page).toContain(`<tr id="${shown}">`);
    expect(page).not.toContain(gone);
    expect(page).not.toContain(draft);
    const other = await (await visit(await made({ kind: 'ipo-calendar', shown: ['OTHER'] }))).text();
    expect(other).not.toContain(shown);
    expect(other).toContain(server.app.text('en', 'ipo.none_title'));
  });

  it('is not there where the operator offers no IPOs', async () => {
    const link = await made({ kind: 'ipo-calendar' });
    const offer = async (value: boolean, known: number) => {
      const body = {
        key: 'features.ipo',
        value,
        version: known,
        reason: 'as agreed',
        current_password: admin.password,
      } as const;
      expect((await server.call('POST /api/staff/settings/protected', { as: admin, body })).body.outcome).toBe(
        'changed',
      );
    };
    await offer(false, 0);
    expect((await visit(link)).status).toBe(404);
    await offer(true, 1);
    expect((await visit(link)).status).toBe(200);
  });
});

it('has the colours of the product', () => {
  const tokens = readFileSync(resolve(import.meta.dirname, '../../web/styles/tokens.css'), 'utf8');
  const [light = '', dark = ''] = tokens.split('.dark-theme {');
  const long = (color: string) => (color.length === 4 ? color.replaceAll(/[0-9a-f]/g, '$&$&') : color);
  for (const [css, colors] of [
    [light, widgetColors.light],
    [dark, widgetColors.dark],
  ] as const)
    for (const [name, color] of Object.entries(colors))
      expect([name, long(new RegExp(`--${name}: (#[0-9a-f]+)`).exec(css)?.[1] ?? '')]).toEqual([name, color]);
});
