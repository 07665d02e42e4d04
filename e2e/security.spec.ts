import { expect, request, type BrowserContext, type Page } from '@playwright/test';
import { rememberDays, stored } from '#contract/kernel/constants.ts';
import { enter } from './support/entrance.ts';
import { newcomer, register } from './support/people.ts';
import { settled } from './support/settled.ts';
import { test } from './support/test.ts';

/** gzip, in bytes, for what a signed-out visitor loads before the first screen stands. */
const budget = { script: 140_000, stylesheet: 12_000 };

const binding = 'session-binding';

async function cookie(context: BrowserContext, name: string) {
  const found = (await context.cookies()).find((one) => one.name === name);
  if (!found) throw new Error(`no cookie ${name}`);
  return found;
}

test('the content policy allows nothing inline, no eval, no foreign host, and no markup from strings', async ({
  request,
}) => {
  const response = await request.get('/en/login');
  const parts = response.headers()['content-security-policy']?.split(';') ?? [];
  const policy = new Map(
    parts.map((part) => part.trim().split(/\s+/)).map(([name = '', ...sources]) => [name, sources.join(' ')]),
  );
  expect(Object.fromEntries(policy)).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'connect-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'atrium-worker',
  });
  expect([...policy.values()].join(' ')).not.toMatch(/unsafe|\*|https?:/);
  expect(response.headers()).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
});

test('the served page holds no inline script, style or handler', async ({ request }) => {
  const page = await (await request.get('/en/login')).text();
  const scripts = [...page.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes);
  expect(scripts.length).toBeGreaterThan(0);
  for (const attributes of scripts) expect(attributes).toMatch(/\bsrc=|type="application\/json"/);
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/i);
});

test.describe('a sign-in', () => {
  const signInBy = async (page: Page, context: BrowserContext, remember: boolean) => {
    const person = await register(context);
    await context.clearCookies();
    await page.goto('/en/login');
    await enter(page, person, { remember });
    await expect(page).toHaveURL('/en/home');
  };

  test('leaves a token that pages read and a binding that they cannot', async ({ page, context }) => {
    await signInBy(page, context, false);
    expect(await cookie(context, stored.token)).toMatchObject({ httpOnly: false, sameSite: 'Lax', expires: -1 });
    expect(await cookie(context, binding)).toMatchObject({ httpOnly: true, sameSite: 'Strict', expires: -1 });
    expect(await cookie(context, stored.antiForgeryCookie)).toMatchObject({ httpOnly: false, sameSite: 'Lax' });
    expect(await page.evaluate(() => document.cookie)).not.toContain(binding);
  });

  test('that is remembered lasts a year', async ({ page, context }) => {
    await signInBy(page, context, true);
    for (const name of [stored.token, binding]) {
      const { expires } = await cookie(context, name);
      expect(Math.round((expires - Date.now() / 1000) / 86_400)).toBe(rememberDays);
    }
  });

  test('cannot be carried elsewhere by its token', async ({ context, baseURL, extraHTTPHeaders }) => {
    await register(context);
    const { value } = await cookie(context, stored.token);
    const headers = { ...extraHTTPHeaders, authorization: `Bearer ${value}` };
    const own = await context.request.get('/api/chat/rooms', { headers });
    expect(own.status()).toBe(200);
    const elsewhere = await request.newContext({ ...(baseURL ? { baseURL } : {}), extraHTTPHeaders: headers });
    expect((await elsewhere.get('/api/chat/rooms')).status()).toBe(401);
    await elsewhere.dispose();
  });

  test('from a foreign page is refused', async ({ context }) => {
    const person = newcomer();
    const forged = { origin: 'https://elsewhere.example' };
    const response = await context.request.post('/api/login', {
      data: { email: person.email, password: person.password },
      headers: forged,
    });
    expect(response.status()).toBe(403);
  });
});

test.describe('the first screen', () => {
  const loaded = async (page: Page, address: string) => {
    const files = new Map<string, string>();
    page.on('request', (one) => files.set(one.url(), one.resourceType()));
    await page.goto(address);
    await settled(page);
    // The fonts are fetched after the first paint.
    await expect.poll(() => [...files.values()].includes('font')).toBe(true);
    await page.waitForLoadState('networkidle');
    return (type: string) => [...files].filter(([, found]) => found === type).map(([file]) => file);
  };

  test('stays within its bytes', async ({ page, context }) => {
    const filesOf = await loaded(page, '/en/login');
    const headers = { 'accept-encoding': 'gzip' };
    for (const [type, limit] of Object.entries(budget)) {
      const files = filesOf(type);
      const responses = await Promise.all(files.map((file) => context.request.head(file, { headers })));
      expect(responses.map((response) => response.headers()['content-encoding'])).toEqual(files.map(() => 'gzip'));
      const bytes = responses.reduce((sum, response) => sum + Number(response.headers()['content-length']), 0);
      test.info().annotations.push({ type: `${type}, bytes`, description: String(bytes) });
      expect(bytes).toBeGreaterThan(1000);
      expect(bytes).toBeLessThanOrEqual(limit);
    }
  });

  test('loads the fonts of its own script only', async ({ page }) => {
    const filesOf = await loaded(page, '/en/password/reset');
    const fonts = filesOf('font').map((file) => file.split('/').at(-1));
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) expect(font).toMatch(/-latin-\d/);
  });

  test('loads the Arabic font for Arabic', async ({ page, context }) => {
    await context.addCookies([
      { name: stored.locale, value: 'ar', url: new URL((await context.request.head('/healthz')).url()).origin },
    ]);
    const filesOf = await loaded(page, '/ar/password/reset');
    const fonts = filesOf('font').join(' ');
    expect(fonts).toMatch(/arabic/);
    expect(fonts).not.toMatch(/cyrillic|greek|vietnamese/);
  });
});
