import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { confirmedDestination, newPayer, submitted } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let ida: Session;
let support: Session;
beforeAll(async () => {
  server = await startServer();
  ida = await server.register();
  support = await server.register({ first_name: 'Ulla', second_name: 'Stab', roles: ['client', 'support'] });
});
afterAll(() => server.close());

describe('clients.save_profile', () => {
  const save = (body: object) => server.call('POST /api/settings/profile', { as: ida, body });

  it('saves the given fields, leaves the others, and clears empty ones', async () => {
    const names = { first_name: 'Anne-Marie', second_name: 'O’Neill' };
    const { body } = await save({ ...names, phone: '+44 (20) 7946-0018', address: ' Elm Row 4 ' });
    expect(body).toMatchObject({ ...names, phone: '+442079460018', address: 'Elm Row 4' });
    expect((await save(names)).body).toMatchObject({ phone: '+442079460018', address: 'Elm Row 4' });
    expect((await save({ ...names, phone: '', address: '', current_password: ida.password })).body).toMatchObject({
      phone: null,
      address: null,
    });
  });

  it('does not change the email, country or roles', async () => {
    const names = { first_name: 'Ida', second_name: 'Berg' };
    for (const field of ['email', 'country', 'roles', 'id']) {
      expect((await save({ ...names, [field]: 'x' })).refusal.errors?.[field]?.[0]?.code).toBe(
        'validation.unknown_field',
      );
    }
  });
});

describe('clients.save_display', () => {
  it('stores the language for the next visit and for emails', async () => {
    const save = (code: string) =>
      server.call('POST /api/settings/profile-settings', { as: ida, body: { language_cabinet: code }, form: true });
    expect((await save('tr')).body).toEqual({ status: 'ok' });
    expect((await server.call('POST /api/client-info', { as: ida })).body).toMatchObject({ language: 'tr' });
    expect((await save('xx')).refusal.errors?.['language_cabinet']?.[0]?.code).toBe('validation.choice');
  });

  it('stores the number format and the theme, and leaves the other fields', async () => {
    const save = (body: object) => server.call('POST /api/settings/profile-settings', { as: ida, body });
    const shown = async () => (await server.call('POST /api/client-info', { as: ida })).body;
    expect(await shown()).toMatchObject({ number_style: 'english', theme: null });
    expect((await save({ number_style: 'language' })).status).toBe(200);
    expect((await save({ theme: 'dark-theme' })).status).toBe(200);
    expect(await shown()).toMatchObject({ number_style: 'language', theme: 'dark-theme', language: 'tr' });
    for (const field of ['number_style', 'theme']) {
      expect((await save({ [field]: 'x' })).refusal.errors?.[field]?.[0]?.code).toBe('validation.choice');
    }
    expect((await save({})).status).toBe(200);
    expect(await shown()).toMatchObject({ number_style: 'language', theme: 'dark-theme', language: 'tr' });
  });
});

describe('clients.search', () => {
  it('finds a part of a name, an email address or a phone number by an index', async () => {
    const plan = await server.db.tx(async (tx) => {
      await tx.run(sql`set local enable_seqscan = off`);
      return tx.rows<{ 'QUERY PLAN': string }>(sql`
        explain select id from person c where name_and_email(c) ilike '%berg%' or c.phone like '%79460%'`);
    });
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toContain('Bitmap Index Scan on person_by_name_and_email');
    expect(lines).toContain('Bitmap Index Scan on person_by_phone');
  });

  it('finds a client by what a caller reads out: phone, account, payment, id', async () => {
    const zoe = await server.register({ first_name: 'Zoe', second_name: 'Ring' });
    const phone = { first_name: 'Zoe', second_name: 'Ring', phone: '+420 222 000 143' };
    await server.call('POST /api/settings/profile', { as: zoe, body: phone });
    const { trading_account_id: account } = await openTradingAccount(server.app, zoe.user, { currency_id: 'USD' });
    const payer = await newPayer(server, 4, 100_000n);
    const payment = await submitted(server, payer, await confirmedDestination(server, payer), '10');
    const { number } = await server.db.one<{ number: string }>(sql`
      select 'P-' || number as number from payment where id = ${payment}`);
    const found = async (search: string) =>
      (await server.call('POST /api/staff/clients', { as: support, body: { search } })).body.clients.map(
        ({ id }) => id,
      );
    for (const message of ['+420222000143', '222 000 143', account, zoe.user.id]) {
      expect(await found(message)).toEqual([zoe.user.id]);
    }
    expect(await found(number.toLowerCase())).toEqual([payer.session.user.id]);
    expect(await found('P-1')).toEqual([]);
    expect(await found('9999')).toEqual([]);
  });

  const search = (body: object, as = support) => server.call('POST /api/staff/clients', { as, body });

  it('is for staff', async () => {
    expect((await search({}, ida)).refusal.code).toBe('http.forbidden');
  });

  it('finds a part of a name or an email, and takes wildcard characters literally', async () => {
    const found = async (text: string) =>
      (await search({ search: text })).body.clients.map(({ full_name }) => full_name);
    expect(await found('ulla st')).toEqual(['Ulla Stab']);
    expect(await found(support.user.email.toUpperCase())).toEqual(['Ulla Stab']);
    for (const text of ['%', '_', '\\', "' or 1=1 --"]) expect(await found(text)).toEqual([]);
  });

  it('gives 50 at a time, the newest first, each once', async () => {
    await server.db.run(sql`
      insert into person (id, email, password_hash, first_name, second_name, country, language, created_at)
      select gen_random_uuid(), 'crowd' || n || '@example.net', 'none', 'Crowd', 'Member', 'SE', 'en', now()
      from generate_series(1, 120) n`);
    const pages: string[][] = [];
    let cursor: string | null = null;
    do {
      const { body }: Awaited<ReturnType<typeof search>> = await search({
        search: 'crowd',
        ...(cursor ? { cursor } : {}),
      });
      pages.push(body.clients.map(({ email }) => email));
      cursor = body.next_cursor;
    } while (cursor);
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
    expect(new Set(pages.flat()).size).toBe(120);
  });
});
