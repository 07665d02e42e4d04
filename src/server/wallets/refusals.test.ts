import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { statementLimits } from '#contract/wallets/names.ts';
import { walletsEndpoints } from '#contract/wallets/endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { asker, newPayer, type Payer } from '#test/money/payments.ts';
import { deposit } from '#test/money/wallet.ts';
import { startServer, type TestServer } from '#test/server.ts';

const none = randomUUID();
const { meets, unmet } = refusalsOf(walletsEndpoints);

let server: TestServer;
let request: ReturnType<typeof asker>;
let ida: Payer;
let eur: string;
let yen: string;
beforeAll(async () => {
  server = await startServer();
  request = asker(server);
  ida = await newPayer(server, 3, 1_000n);
  [eur, yen] = [await opened('EUR'), await opened('JPY')];
});
afterAll(() => server.close());

const open = (currency_id: string) => request('POST /api/wallets/open', ida.session, { currency_id });
const opened = async (currency: string) => (await open(currency)).body.id;
const quote = (amount: string, from_wallet_id: string, to_wallet_id: string) =>
  request('POST /api/wallets/quote', ida.session, { from_wallet_id, to_wallet_id, amount });
const rated = (at: Date, usd = sql`usd_rate`) =>
  server.db.run(sql`update currency set rated_at = ${at}, rate_max_age_s = 900, usd_rate = ${usd} where code = 'EUR'`);

meets('wallets.open', () => [() => open('XXX'), () => open('EUR')]);

meets('wallets.quote', async () => {
  const usd = ida.wallet.walletId;
  await rated(new Date('2026-01-05T00:00:00Z'));
  return [
    () => quote('0.001', none, none),
    () => quote('0.001', usd, usd),
    () => quote('99.001', usd, eur),
    () => quote('99', usd, eur),
    () => quote('0', usd, eur),
    async () => {
      await rated(server.clock.now());
      return quote('0', usd, eur);
    },
  ];
});

meets(
  'wallets.convert',
  async () => {
    const usd = ida.wallet.walletId;
    const [key, now] = [randomUUID(), server.clock.now()];
    const convert = (quote_id: string, under = randomUUID()) =>
      request('POST /api/wallets/convert', ida.session, { quote_id }, under);
    const quoted = async (amount: string, to: string) => (await quote(amount, usd, to)).body.id;
    const used = await quoted('6', eur);
    await convert(used, key);
    const late = await quoted('1', eur);
    const current = await quoted('4', eur);
    return [
      () => convert(none),
      () => convert(used),
      () => convert(late),
      async () => {
        await rated(new Date('2026-01-05T00:00:00Z'));
        return convert(current);
      },
      async () => {
        await rated(now, sql`usd_rate * 1.1`);
        return convert(current, key);
      },
      async () => {
        await rated(now, sql`usd_rate / 1.1`);
        return convert(current, key);
      },
      async () => {
        await convert(await quoted('4', yen));
        return convert(current);
      },
    ];
  },
  // `src/server/screening/screening.test.ts` meets it.
  ['payments.paused'],
);

meets('wallets.statement', async () => {
  const statement = (wallet_id: string, from = '2026-03-02') =>
    server.call('GET /api/wallets/:wallet_id/statement', {
      as: ida.session,
      params: { wallet_id },
      query: { from, to: '2026-03-02', format: 'pdf' },
    });
  for (let row = 0; row < 2; row++) await deposit(server.db, ida.session.user.id, 1n, server.clock.now());
  return [
    () => statement(none, '2026-03-03'),
    () => statement(ida.wallet.walletId, '2026-03-03'),
    async () => {
      const all = { ...statementLimits };
      Object.assign(statementLimits, { pdfRows: 1 });
      const response = await statement(ida.wallet.walletId);
      Object.assign(statementLimits, all);
      return response;
    },
  ];
});

it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));
