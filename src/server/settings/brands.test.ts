import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settingsCatalogue } from '#contract/settings/catalogue.ts';
import type { OtherBrand } from '#contract/settings/values/other-brands.ts';
import { sendBy } from '#server/platform/email/email.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { letterheadOf } from '#server/platform/pdf/letterhead.ts';
import { fields, importsBy, mapping } from '#test/compliance/imports.ts';
import { keyFor } from '#test/compliance/programs.ts';
import { emailsTo } from '#test/mailbox.ts';
import { codeOf } from '#test/money/payments.ts';
import { goodPassword, newApplicant, startServer, type Session, type TestServer } from '#test/server.ts';

/** Several brands in one installation, each reached by a name of its own. */
let server: TestServer;
let ada: Session;

const nord = 'nord.example.com';
const at = (host: string) => ({ 'x-forwarded-host': host });

const brand = (change: Partial<OtherBrand> = {}): OtherBrand => ({
  id: newId(),
  host: nord,
  name: 'Nordbank',
  color: '#0b6e4f',
  logo_light: null,
  logo_dark: null,
  font: null,
  company: 'Nordbank AS\nOslo',
  support_email: 'help@nord.example.com',
  sender: 'post@nord.example.com',
  language: 'no',
  languages: ['no', 'en'],
  footer: null,
  links: null,
  ...change,
});

beforeAll(async () => {
  server = await startServer({ env: { APP_HOSTS: `${nord},south.example.com` } });
  ada = await server.register({ roles: ['client', 'admin'] });
});
afterAll(() => server.close());
beforeEach(() => server.db.run(sql`delete from rate_window`));

const versionOf = async (key: string) =>
  (
    await server.db.one<{ newest: number }>(sql`
      select coalesce(max(number), 0) as newest from setting_version where key = ${key}`)
  ).newest;
/** There is one administrator and no other approver, so it takes effect at once. */
const change = async (value: unknown, key: 'brands.others' | 'security.registration' = 'brands.others') =>
  server.call('POST /api/staff/settings/protected', {
    as: ada,
    body: {
      key,
      value,
      version: await versionOf(key),
      reason: 'as agreed',
      current_password: ada.password,
    },
  });
const put = async (...brands: OtherBrand[]) => {
  expect((await change(brands)).body).toEqual({ outcome: 'changed' });
  await server.app.settings.reload();
  return brands;
};
const registerAt = async (host: string) => {
  const person = newApplicant();
  const as = server.browser();
  const body = { ...person, password: goodPassword, password_confirmation: goodPassword, terms: true };
  const reply = await server.call('POST /api/register', { as, body, headers: at(host) });
  expect(reply.status).toBe(200);
  return { as, email: person.email };
};
const signInAt = (host: string, email: string) =>
  server.call('POST /api/login', {
    as: server.browser(),
    body: { email, password: goodPassword },
    headers: at(host),
  });
const brandOf = (email: string) =>
  server.db.one<{ id: string; brand: string | null }>(sql`select id, brand from person where email = ${email}`);

describe('a client who registers at a brand', () => {
  it('belongs to it, signs in there alone, and is sent there from elsewhere', async () => {
    const [own] = await put(brand());
    const { email } = await registerAt(nord);
    expect(await brandOf(email)).toMatchObject({ brand: own?.id });
    expect((await signInAt(nord, email)).status).toBe(200);
    const { refusal } = await signInAt('atrium.test', email);
    expect(refusal).toMatchObject({ code: 'auth.other_site', params: { address: `http://${nord}` } });
    const { user } = await server.register();
    const elsewhere = await signInAt(nord, user.email);
    expect(elsewhere.refusal).toMatchObject({ code: 'auth.other_site', params: { address: 'http://atrium.test' } });
  });

  it('says nothing about where to sign in to a caller without the password', async () => {
    const { user } = await server.register();
    const reply = await server.call('POST /api/login', {
      as: server.browser(),
      body: { email: user.email, password: 'four quiet harbours' },
      headers: at(nord),
    });
    expect(codeOf(reply)).toBe('auth.credentials');
  });

  it('reads emails and documents of the brand, whose links lead to it', async () => {
    await put(brand());
    const { email } = await registerAt(nord);
    await server.drain();
    const [welcome] = await emailsTo(server, email);
    expect(welcome?.plain).toContain(`http://${nord}/no/email/verify/`);
    expect(welcome?.plain).toContain('Nordbank AS');
    expect(`${welcome?.subject} ${welcome?.plain}`).not.toMatch(/Atrium|atrium\.test/);
    expect(await letterheadOf(server.app, await brandOf(email), 'no')).toMatchObject({
      name: 'Nordbank',
      company: ['Nordbank AS', 'Oslo'],
    });
  });

  it('sees the footer and the links of the brand, or else those of the first one', async () => {
    const link = (name: string) => ({ id: newId(), label: { en: name }, address: `https://${name}.example.com` });
    const [shared, own] = [link('shared'), link('own')];
    const save = (key: 'brand.footer' | 'brand.links', value: unknown, version: number) =>
      server.call('POST /api/staff/settings/save', { as: ada, body: { key, value, version, reason: 'as agreed' } });
    expect((await save('brand.footer', { en: 'Capital at risk.' }, 0)).status).toBe(200);
    expect((await save('brand.links', [shared], 0)).status).toBe(200);
    await put(brand({ footer: { no: 'Kapitalen kan gå tapt.' }, links: [own] }), brand({ host: 'south.example.com' }));
    const partsAt = (host: string) => {
      const { footer, links } = server.app.settings.brandAt(host);
      return { footer, links };
    };
    expect(partsAt(nord)).toEqual({ footer: { no: 'Kapitalen kan gå tapt.' }, links: [own] });
    expect(partsAt('south.example.com')).toEqual({ footer: { en: 'Capital at risk.' }, links: [shared] });
    expect(partsAt('atrium.test')).toEqual(partsAt('south.example.com'));
    const { email } = await registerAt(nord);
    const [welcome] = await emailsTo(server, email);
    expect(welcome?.plain).toContain('Kapitalen kan gå tapt.');
    expect(welcome?.plain).not.toContain('Capital at risk.');
    await save('brand.footer', {}, 1);
    await save('brand.links', [], 1);
  });

  it('still has a brand that was stored before brands had a font, footer and links', async () => {
    const { footer: _footer, links: _links, font: _font, ...older } = brand();
    expect(settingsCatalogue['brands.others'].shape.parse([older])).toEqual([brand(older)]);
  });

  it('makes passkeys for the host of the brand', async () => {
    await put(brand());
    const body = {};
    const there = await server.call('POST /api/login/passkey', { as: server.browser(), body, headers: at(nord) });
    const here = await server.call('POST /api/login/passkey', { as: server.browser(), body });
    expect([there, here].map((reply) => reply.body.options.rpId)).toEqual([nord, 'atrium.test']);
  });

  it('belongs to the first brand once their own is removed, and keeps it when its host or name changes', async () => {
    const [own = brand()] = await put(brand());
    const { email } = await registerAt(nord);
    await put({ ...own, name: 'Nordlys', host: 'south.example.com' });
    expect((await signInAt('south.example.com', email)).status).toBe(200);
    expect(codeOf(await signInAt(nord, email))).toBe('auth.other_site');
    await put();
    expect((await signInAt('atrium.test', email)).status).toBe(200);
  });

  it('confirms the address first where that is the rule, and still belongs to it', async () => {
    const [own] = await put(brand());
    await change('confirm_first', 'security.registration');
    await server.app.settings.reload();
    const { email } = await registerAt(nord);
    await server.drain();
    expect(await brandOf(email)).toMatchObject({ brand: own?.id });
    await change('at_once', 'security.registration');
    await server.app.settings.reload();
  });
});

describe('a client whom others make', () => {
  const email = () => `${newId()}@example.com`;

  it('belongs to the brand that a program names by its host', async () => {
    const [own] = await put(brand());
    const authorization = await keyFor(server, ada, { name: 'CRM', scopes: ['profiles:write', 'clients:read'] });
    const create = (host: string | undefined, address = email()) =>
      server.call('POST /api/operator/v1/clients', {
        body: { email: address, first_name: 'Nora', second_name: 'New', country: 'NO', ...(host && { brand: host }) },
        headers: { authorization, 'idempotency-key': newId() },
      });
    const { body } = await create(nord);
    const { body: other } = await create(undefined);
    expect([await brandOf(body.email), await brandOf(other.email)]).toMatchObject([
      { brand: own?.id },
      { brand: null },
    ]);
    expect((await create('elsewhere.example.com')).refusal.errors?.['brand']?.[0]?.code).toBe('validation.choice');
    const read = await server.call('GET /api/operator/v1/clients/:id', {
      params: { id: body.id },
      headers: { authorization },
    });
    expect(read.body.brand).toBe(nord);
    const card = (id: string) => server.call('POST /api/staff/clients/card', { as: ada, body: { client_id: id } });
    expect([(await card(body.id)).body.brand, (await card(other.id)).body.brand]).toEqual([nord, 'atrium.test']);
    await put();
    expect((await card(body.id)).body.brand).toBeNull();
  });

  it('belongs to the brand in a column of an imported file', async () => {
    const [own] = await put(brand());
    const paul = await server.register({ roles: ['client', 'admin'] });
    const { imported } = importsBy(() => ({ server, ada, paul }));
    const [there, here, nowhere] = [email(), email(), email()];
    const lines = [
      'id,email,first name,last name,country,host',
      `B1,${there},Mira,Olsen,NO,NORD.example.com`,
      `B2,${here},Mira,Olsen,NO,`,
      `B3,${nowhere},Mira,Olsen,NO,elsewhere.example.com`,
    ];
    const columns = [...fields.slice(0, 5), 'brand' as const].map((field, column) => ({ field, column }));
    const run = await imported(Buffer.from(lines.join('\n')), mapping({ columns }));
    expect(run.faulty.map(({ faults }) => faults)).toEqual([[{ field: 'brand', code: 'unknown' }]]);
    expect([await brandOf(there), await brandOf(here)]).toMatchObject([{ brand: own?.id }, { brand: null }]);
    await server.db.run(sql`update person set roles = '{client}' where id = ${paul.user.id}`);
  });
});

describe('the setting', () => {
  it('takes hosts that the server lists, once each, and never the main one', async () => {
    for (const host of ['evil.example.org', 'atrium.test', 'NORD.example.com:443', 'nord example.com', ''])
      expect({ host, code: codeOf(await change([brand({ host })])) }).toEqual({ host, code: 'settings.brand_host' });
    expect(codeOf(await change([brand(), brand()]))).toBe('settings.brand_host');
    expect(codeOf(await change([brand({ logo_dark: newId() })]))).toBe('settings.picture');
    expect(codeOf(await change([brand({ language: 'de' })]))).toBe('validation.choice');
  });

  it('is not put into force by the program alone where another person may approve it', async () => {
    const vera = await server.register({ roles: ['client', 'compliance'] });
    expect((await change([brand()])).body).toEqual({ outcome: 'proposed' });
    const forced = server.db.run(sql`
      insert into setting_version (id, key, number, was, value, by_id, reason, created_at)
      values (${newId()}, 'brands.others', 99, '[]', '[]', ${ada.user.id}, 'alone', now())`);
    await expect(forced).rejects.toMatchObject({ constraint: 'setting_version_is_approved' });
    await server.db.run(sql`update person set roles = '{client}' where id = ${vera.user.id}`);
  });
});

it('sends emails from the address of the brand, or in its name from the address of the mail server', async () => {
  const sent: unknown[] = [];
  const post = {
    transport: { sendMail: async ({ from }: { from?: unknown }) => void sent.push(from) },
    from: 'Atrium <post@atrium.test>',
    domain: 'atrium.test',
  } as unknown as Parameters<typeof sendBy>[0];
  const message = {
    to: 'ida@example.com',
    language: 'en',
    template: 'welcome',
    subject: 's',
    html: '',
    plain: '',
  } as const;
  await sendBy(post, { ...message, from: { name: 'Nordbank', address: 'post@nord.example.com' } });
  await sendBy(post, { ...message, from: { name: 'Nordbank', address: null } });
  await sendBy(post, message);
  expect(sent).toEqual([
    { name: 'Nordbank', address: 'post@nord.example.com' },
    { name: 'Nordbank', address: 'post@atrium.test' },
    'Atrium <post@atrium.test>',
  ]);
});
