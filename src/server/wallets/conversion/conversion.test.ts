import type { Language } from '#contract/kernel/languages.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '#server/ledger/verify.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { deposit, walletOf } from '#test/money/wallet.ts';

let server: TestServer;
let ida: Session;
let usd: string;
let eur: string;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  ida = await server.register();
  usd = (await walletOf(server.db, ida.user.id)).walletId;
  eur = await open(ida, 'EUR');
});

async function open(as: Session, currency: string): Promise<string> {
  const { body } = await server.call('POST /api/wallets/open', { as, body: { currency_id: currency } });
  return body.id;
}

const fund = (amountMinor: bigint) => deposit(server.db, ida.user.id, amountMinor, server.clock.now());
const quote = (body: object, as: Session = ida) => server.call('POST /api/wallets/quote', { as, body });
const request = (amount: string) => quote({ from_wallet_id: usd, to_wallet_id: eur, amount });
const convert = (quoteId: string, key: string = newId(), as: Session = ida) =>
  server.call('POST /api/wallets/convert', {
    as,
    body: { quote_id: quoteId },
    headers: { 'idempotency-key': key },
  });

async function balances(): Promise<Record<string, string>> {
  const { body } = await server.call('POST /api/wallets', { as: ida });
  return Object.fromEntries(body.map(({ currency, native_balance }) => [currency, native_balance]));
}

describe('wallets.quote', () => {
  it('refuses in the order of the contract', async () => {
    const other = await server.register();
    const foreign = (await walletOf(server.db, other.user.id)).walletId;
    const yen = await open(ida, 'JPY');
    await fund(1000n);
    const cases: [body: object, field: string | undefined, code: string][] = [
      [{ from_wallet_id: foreign, to_wallet_id: eur, amount: '1' }, undefined, 'http.not_found'],
      [{ from_wallet_id: usd, to_wallet_id: foreign, amount: '1' }, undefined, 'http.not_found'],
      [{ from_wallet_id: usd, to_wallet_id: newId(), amount: '1' }, undefined, 'http.not_found'],
      [{ from_wallet_id: usd, to_wallet_id: usd, amount: '1.001' }, 'to_wallet_id', 'wallets.same_wallet'],
      [{ from_wallet_id: yen, to_wallet_id: eur, amount: '100.5' }, 'amount', 'wallets.amount_scale'],
      [{ from_wallet_id: usd, to_wallet_id: eur, amount: '99.001' }, 'amount', 'wallets.amount_scale'],
      [{ from_wallet_id: usd, to_wallet_id: eur, amount: '10.01' }, 'amount', 'ledger.insufficient_funds'],
      [{ from_wallet_id: usd, to_wallet_id: eur, amount: '999999999999' }, 'amount', 'ledger.insufficient_funds'],
      [{ from_wallet_id: usd, to_wallet_id: eur, amount: '0' }, 'amount', 'wallets.amount_min'],
      [{ from_wallet_id: usd, to_wallet_id: eur, amount: '0.01' }, 'amount', 'wallets.amount_min'],
      [{ from_wallet_id: usd, to_wallet_id: eur, amount: '-1' }, 'amount', 'validation.number'],
      [{ from_wallet_id: usd, to_wallet_id: eur, amount: '1e3' }, 'amount', 'validation.number'],
      [{ from_wallet_id: usd, to_wallet_id: eur, amount: '9'.repeat(30) }, 'amount', 'validation.number'],
    ];
    for (const [body, field, code] of cases) {
      const { refusal } = await quote(body);
      expect([body, field ? refusal.errors?.[field]?.[0]?.code : refusal.code]).toEqual([body, code]);
    }
  });

  it('names what is available, in the language and the number style of the person', async () => {
    await fund(123_450n);
    const body = { from_wallet_id: usd, to_wallet_id: eur, amount: '2000' };
    const messageIn = async (language: Language) => {
      const { refusal } = await server.call('POST /api/wallets/quote', { as: ida, body, language });
      return refusal.errors?.['amount']?.[0]?.message;
    };
    expect(await messageIn('de')).toContain('USD\u00a01,234.50');
    await server.db.run(sql`update person set number_style = 'language' where id = ${ida.user.id}`);
    expect(await messageIn('de')).toContain('1.234,50\u00a0USD');
    expect(await messageIn('ar')).toContain('\u20681,234.50\u00a0USD\u2069');
  });

  describe('by the age of a rate', () => {
    const rated = (code: string, at: Date | null, maxAgeS: number | null = 900) =>
      server.db.run(sql`
        update currency set rated_at = coalesce(${at}::timestamptz, '2026-11-20 17:00Z'), rate_max_age_s = ${maxAgeS} where code = ${code}`);
    const secondsAgo = (seconds: number) => new Date(server.clock.now().getTime() - seconds * 1000);
    const codeOf = ({ status, refusal }: Awaited<ReturnType<typeof request>>) =>
      status === 200 ? 'quoted' : refusal.code;
    afterEach(async () => {
      await rated('EUR', null);
      await rated('CZK', null, 432_000);
    });

    it('takes none that is older than the operator allows, whichever of the two currencies has it', async () => {
      await fund(10_000n);
      await rated('EUR', secondsAgo(900));
      expect(codeOf(await request('10'))).toBe('quoted');
      await rated('EUR', secondsAgo(901));
      const refused = await request('10');
      expect([refused.status, refused.refusal.code, refused.refusal.params]).toEqual([
        409,
        'wallets.rate_old',
        { currency: 'EUR' },
      ]);
      expect(refused.refusal.message).toContain('EUR');
      const back = { from_wallet_id: eur, to_wallet_id: usd, amount: '0' };
      expect(codeOf(await quote(back))).toBe('wallets.rate_old');
    });

    it('does not mind the age of one that is fixed', async () => {
      await fund(10_000n);
      await rated('EUR', secondsAgo(10_000_000), null);
      expect(codeOf(await request('10'))).toBe('quoted');
    });

    it('does not count hours in which the market is closed, and none too few when it is open', async () => {
      await fund(10_000n);
      const czk = await open(ida, 'CZK');
      const toCzk = () => quote({ from_wallet_id: usd, to_wallet_id: czk, amount: '10' });
      const monday = server.clock.now();
      expect(monday.getUTCDay()).toBe(1);
      // Friday, a minute before the market closes at 22:00.
      const friday = new Date(monday);
      friday.setUTCDate(monday.getUTCDate() - 3);
      friday.setUTCHours(21, 59, 0, 0);
      const openS = (monday.getTime() - friday.getTime()) / 1000 - 48 * 3600;
      for (const [code, input] of [
        ['EUR', () => request('10')],
        ['CZK', toCzk],
      ] as const) {
        await rated(code, friday, openS);
        expect(codeOf(await input())).toBe('quoted');
        await rated(code, friday, openS - 1);
        expect(codeOf(await input())).toBe('wallets.rate_old');
      }
    });
  });

  it('names rate, spread, what is received and until when', async () => {
    await fund(100_000n);
    const { body } = await request('1000.00');
    // 1,000 / 1.16 = 862.06 (rounded down); 0.5 % of it is 4.32 (rounded up).
    expect(body).toMatchObject({
      from_currency: 'USD',
      to_currency: 'EUR',
      amount: '1000.00',
      rate: '0.8620689655',
      spread_percent: '0.50',
      spread: '4.32',
      received: '857.74',
    });
    expect(Date.parse(body.expires_at) - Date.parse(body.created_at)).toBe(20_000);
    expect(await balances()).toEqual({ USD: '1000.00', EUR: '0.00' });
  });
});

describe('wallets.convert', () => {
  it('requires a key', async () => {
    await fund(1000n);
    const { body } = await request('5');
    const { refusal } = await server.call('POST /api/wallets/convert', { as: ida, body: { quote_id: body.id } });
    expect(refusal.errors?.['request_id']?.[0]?.code).toBe('http.idempotency_key');
  });

  it('refuses in the order of the contract, and nothing moves', async () => {
    await fund(1000n);
    const other = await server.register();
    const first = (await request('6')).body.id;
    const key = newId();
    expect((await convert(first, newId(), other)).refusal.code).toBe('http.not_found');
    expect((await convert(newId())).refusal.code).toBe('http.not_found');
    expect((await convert(first, key)).status).toBe(200);
    expect((await convert(first)).refusal.code).toBe('wallets.quote_used');
    const yen = await open(ida, 'JPY');
    const poor = (await request('4')).body.id;
    const allOfIt = (await quote({ from_wallet_id: usd, to_wallet_id: yen, amount: '4' })).body.id;
    expect((await convert(poor, key)).refusal.code).toBe('http.idempotency_mismatch');
    await convert(allOfIt);
    const after = await balances();
    expect((await convert(poor)).refusal.code).toBe('ledger.insufficient_funds');
    const late = (await quote({ from_wallet_id: yen, to_wallet_id: usd, amount: '100' })).body.id;
    server.clock.advance(20_000);
    expect((await convert(late)).refusal.code).toBe('wallets.quote_expired');
    expect((await convert(first)).refusal.code).toBe('wallets.quote_used');
    expect(await balances()).toEqual(after);
  });

  it('moves exactly what was quoted, with the spread as a posting of its own', async () => {
    await fund(100_000n);
    const { body: quoted } = await request('1000.00');
    const { body } = await convert(quoted.id);
    expect(body.quote).toEqual(quoted);
    expect(await balances()).toEqual({ USD: '0.00', EUR: '857.74' });
    const { body: opened } = await server.call('POST /api/wallets/operation', {
      as: ida,
      body: { wallet_id: eur, operation_id: body.operation_id },
    });
    const seen = opened.postings.map(({ account, currency, amount }) => `${account} ${currency} ${amount}`);
    expect(seen.toSorted()).toEqual([
      'fees EUR 4.32',
      'fx EUR -862.06',
      'fx USD 1000.00',
      'wallet_available EUR 857.74',
      'wallet_available USD -1000.00',
    ]);
    expect([opened.by, opened.conversion]).toEqual([
      'client',
      { from_currency: 'USD', to_currency: 'EUR', rate: '0.8620689655', spread_percent: '0.50' },
    ]);
    for (const [wallet, amount, other] of [
      [usd, '-1000.00', 'EUR'],
      [eur, '857.74', 'USD'],
    ] as const) {
      const { body: list } = await server.call('POST /api/wallets/operations', {
        as: ida,
        body: { wallet_id: wallet },
      });
      const { kind, ...row } = list.operations[0]!;
      expect([kind, row.amount, row.other_currency]).toEqual(['conversion', amount, other]);
    }
  });

  it('gives the first answer to the same key, even when the quote is over', async () => {
    await fund(1000n);
    const { body: quoted } = await request('10');
    const key = newId();
    const first = await convert(quoted.id, key);
    server.clock.advance(60_000);
    const again = await Promise.all(Array.from({ length: 5 }, () => convert(quoted.id, key)));
    expect(again.map(({ body }) => body)).toEqual(Array.from({ length: 5 }, () => first.body));
    expect((await balances())['USD']).toBe('0.00');
  });

  describe('when the rate has moved since the quote', () => {
    const move = (percent: string) =>
      server.db.run(
        sql`update currency set usd_rate = usd_rate * (100 + ${percent}::numeric) / 100 where code = 'EUR'`,
      );
    const rate = () => server.db.one<{ usd: string }>(sql`select usd_rate as usd from currency where code = 'EUR'`);
    let usual: string;
    beforeEach(async () => void (usual = (await rate()).usd));
    afterEach(() => server.db.run(sql`update currency set usd_rate = ${usual} where code = 'EUR'`));

    it.each(['0.09', '-40'])(
      'keeps to the quote after %s percent: within the tolerance, or in our favour',
      async (percent) => {
        await fund(10_000n);
        const { body: quoted } = await request('100');
        await move(percent);
        expect((await convert(quoted.id)).status).toBe(200);
        expect((await balances())['EUR']).toBe(quoted.received);
      },
    );

    it('refuses beyond the tolerance, moves nothing, and converts at a new quote', async () => {
      await fund(10_000n);
      const { body: quoted } = await request('100');
      await move('0.2');
      const refused = await convert(quoted.id);
      expect([refused.status, refused.refusal.code]).toEqual([409, 'wallets.rate_moved']);
      expect(await balances()).toEqual({ USD: '100.00', EUR: '0.00' });
      const { body: again } = await request('100');
      expect(Number(again.received)).toBeLessThan(Number(quoted.received));
      expect((await convert(again.id)).body.quote).toEqual(again);
    });

    it('follows the tolerance that an administrator chose', async () => {
      await fund(10_000n);
      await server.db.run(sql`update conversion_setting set tolerance_bps = 100`);
      const { body: quoted } = await request('100');
      await move('0.9');
      const done = await convert(quoted.id);
      await server.db.run(sql`update conversion_setting set tolerance_bps = 10`);
      expect(done.status).toBe(200);
    });
  });

  it('has one open quote for a pair of wallets: a newer one, in either direction, ends the older', async () => {
    await fund(10_000n);
    const first = (await request('10')).body.id;
    const second = (await request('20')).body.id;
    expect((await convert(first)).refusal.code).toBe('wallets.quote_expired');
    expect((await convert(second)).status).toBe(200);
    const third = (await request('10')).body.id;
    const back = (await quote({ from_wallet_id: eur, to_wallet_id: usd, amount: '5' })).body.id;
    expect((await convert(third)).refusal.code).toBe('wallets.quote_expired');
    expect((await convert(back)).status).toBe(200);
  });

  it('has one open quote also when twenty are requested at once', async () => {
    await fund(10_000n);
    const quotes = await Promise.all(Array.from({ length: 20 }, () => request('1')));
    const responses = await Promise.all(quotes.map(({ body }) => convert(body.id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ refusal }) => refusal.code === 'wallets.quote_expired')).toHaveLength(19);
  });

  it('uses a quote once, for any number of concurrent calls', async () => {
    await fund(100_000n);
    const { body: quoted } = await request('10');
    const responses = await Promise.all(Array.from({ length: 30 }, () => convert(quoted.id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(responses.map(({ refusal }) => refusal.code))).toEqual(new Set([undefined, 'wallets.quote_used']));
    expect(await balances()).toEqual({ USD: '990.00', EUR: quoted.received });
  });

  it('never overdraws: of eight at once on a balance that covers three, three are done', async () => {
    await fund(3_000n);
    const others = await Promise.all(['GBP', 'CHF', 'JPY', 'PLN', 'NOK', 'CZK', 'RON'].map((code) => open(ida, code)));
    const quotes = await Promise.all(
      [eur, ...others].map((to) => quote({ from_wallet_id: usd, to_wallet_id: to, amount: '10' })),
    );
    const responses = await Promise.all(quotes.map(({ body }) => convert(body.id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(new Set(responses.map(({ refusal }) => refusal.code))).toEqual(
      new Set([undefined, 'ledger.insufficient_funds']),
    );
    expect((await balances())['USD']).toBe('0.00');
    const { findings } = await server.db.snapshot(verifyLedger);
    expect(findings.filter(({ breach }) => breach)).toEqual([]);
  });

  it('deletes unused quotes, and stores those that explain a movement', async () => {
    await fund(1000n);
    const used = (await request('1')).body.id;
    await convert(used);
    const unused = (await request('1')).body.id;
    server.clock.advance(25 * 3_600_000);
    await server.app.jobs.run('wallets.purge_quotes');
    const rows = await server.db.rows(sql`select id from conversion_quote where id in (${used}, ${unused})`);
    expect(rows).toEqual([{ id: used }]);
  });
});
