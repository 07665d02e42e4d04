import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { asker, codeOf, newPayer, submitted, type Payer } from '#test/money/payments.ts';
import { forge } from '#test/database/forge.ts';
import { emailedToken } from '#test/mailbox.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let ines: Session;
beforeAll(async () => {
  server = await startServer();
  ines = await server.register({ first_name: 'Ines', roles: ['client', 'finance'] });
});
afterAll(() => server.close());

const american = {
  scheme: 'us_routing',
  country: 'US',
  account: '0001 2345 6789',
  details: {
    routing_number: '021000021',
    account_type: 'current',
    address: '1 High Street,  62701',
    town: 'Springfield',
  },
};
const british = { scheme: 'gb_sort_code', country: 'GB', account: '31926819', details: { sort_code: '601613' } };
const kenyan = { scheme: 'ke_mobile', country: 'KE', account: '+254 712 123456', details: { operator: 'M-Pesa' } };

const openForWallets = (code: string, isOpen: boolean) =>
  server.db.run(sql`update currency set open_for_wallets = ${isOpen} where code = ${code}`);

/** Calls while wallets may be in Kenyan shillings, with terms by which they are paid out. */
async function withShillings<T>(call: () => Promise<T>): Promise<T> {
  await server.db.run(sql`
    insert into currency (code, scale, open_for_trading, usd_rate, rated_at) values ('KES', 2, false, 0.0077, ${server.clock.now()}) on conflict do nothing`);
  await openForWallets('KES', true);
  await server.db.run(sql`
    insert into payment_terms (method, kind, currency, min_amount, max_amount, fee_fixed, fee_percent, open_days, working_days)
    select method, kind, 'KES', min_amount, max_amount, fee_fixed, fee_percent, open_days, working_days from payment_terms
    where method = 'bank_transfer' and kind = 'withdrawal' and currency = 'USD'`);
  return call().finally(async () => {
    await server.db.run(sql`delete from payment_terms where currency = 'KES'`);
    await openForWallets('KES', false);
  });
}

const add = (payer: Payer, body: object) =>
  asker(server)('POST /api/payments/destinations/add', payer.session, {
    method: 'bank_transfer',
    label: 'Abroad',
    ...body,
  });

async function confirmed(payer: Payer, body: object): Promise<string> {
  const { body: added, refusal } = await add(payer, body);
  if (!added.id) throw new Error(JSON.stringify(refusal));
  const token = await emailedToken(server, payer.session.user.email);
  await asker(server)('POST /api/payments/destinations/confirm', payer.session, { token });
  return added.id;
}

describe('a bank account without an IBAN', () => {
  it('is stored in the spelling of its scheme, and shown masked', async () => {
    const payer = await newPayer(server);
    const { body } = await add(payer, american);
    expect(body).toMatchObject({ account: '•••• 6789', scheme: 'us_routing', country: 'US' });
    const row = await server.db.one(sql`
      select account, details from payment_destination where id = ${body.id}`);
    expect(row).toEqual({
      account: '000123456789',
      details: {
        routing_number: '021000021',
        account_type: 'CURRENT',
        address: '1 High Street, 62701',
        town: 'Springfield',
      },
    });
  });

  it('is known again by its number and its bank, whatever else is said of it', async () => {
    const payer = await newPayer(server);
    await add(payer, american);
    const moved = { ...american, details: { ...american.details, address: '2 Low Street, 43215', town: 'Columbus' } };
    expect(codeOf(await add(payer, moved))).toBe('payments.destination_known');
    const other = { ...american, details: { ...american.details, routing_number: '011401533' } };
    expect((await add(payer, other)).status).toBe(200);
  });

  it('is refused field by field, all at once', async () => {
    const payer = await newPayer(server);
    const { refusal } = await add(payer, {
      ...american,
      account: '12',
      details: { routing_number: '021000022', account_type: 'current', ifsc: 'HDFC0000001' },
    });
    expect(Object.keys(refusal.errors ?? {}).toSorted()).toEqual([
      'account',
      'address',
      'ifsc',
      'routing_number',
      'town',
    ]);
    expect(Object.values(refusal.errors ?? {}).map(([error]) => error?.code)).toEqual(
      expect.arrayContaining(['payments.account_field', 'validation.required']),
    );
    expect(refusal.errors?.['address']?.[0]?.code).toBe('validation.required');
  });

  it('has a scheme of its country', async () => {
    const payer = await newPayer(server);
    expect(codeOf(await add(payer, { ...american, country: 'MX' }))).toBe('payments.scheme');
    expect(codeOf(await add(payer, { scheme: 'swift', account: '123456' }))).toBe('payments.scheme');
  });

  it('takes the country from an IBAN, but for territories that write those of another', async () => {
    const payer = await newPayer(server);
    const { body: elsewhere } = await add(payer, { country: 'DE', account: 'GB29 NWBK 6016 1331 9268 19' });
    expect(elsewhere).toMatchObject({ scheme: 'iban', country: 'GB' });
    const { body: overseas } = await add(payer, { country: 'RE', account: 'FR1420041010050500013M02606' });
    expect(overseas).toMatchObject({ scheme: 'iban', country: 'RE' });
  });

  it('takes its own currency, and any other with the BIC of its bank', async () => {
    const payer = await newPayer(server, 3, 50_000n);
    const withdraw = (destination_id: string) =>
      asker(server)('POST /api/payments/withdraw', payer.session, {
        wallet_id: payer.wallet.walletId,
        destination_id,
        amount: '100',
      });
    const pounds = await confirmed(payer, british);
    expect(codeOf(await withdraw(pounds))).toBe('payments.destination_currency');
    await asker(server)('POST /api/payments/destinations/remove', payer.session, { destination_id: pounds });
    const abroad = await confirmed(payer, { ...british, details: { ...british.details, bic: 'NWBKGB2L' } });
    expect((await withdraw(abroad)).status).toBe(200);
  });

  it('needs that BIC where no wallet can be in its own currency, and is refused where it has none', async () => {
    const payer = await newPayer(server);
    const mexican = { scheme: 'mx_clabe', country: 'MX', account: '032180000118359719' };
    const { refusal } = await add(payer, mexican);
    expect(refusal.errors).toMatchObject({ bic: [{ code: 'validation.required' }] });
    expect((await add(payer, { ...mexican, details: { bic: 'BCMRMXMMPYM' } })).status).toBe(200);
    expect(codeOf(await add(payer, kenyan))).toBe('payments.scheme_currency');
    expect((await withShillings(() => add(payer, kenyan))).status).toBe(200);
  });

  it('is paid at home as long as a wallet is in its currency, though no more are opened', async () => {
    const [holder, other] = [await newPayer(server), await newPayer(server)];
    await server.call('POST /api/wallets/open', { as: holder.session, body: { currency_id: 'GBP' } });
    await openForWallets('GBP', false);
    const offered = async ({ session }: Payer) =>
      (await asker(server)('POST /api/payments/methods', session, {})).body.payout_currencies.includes('GBP');
    expect([await offered(holder), await offered(other)]).toEqual([true, false]);
    expect((await add(holder, british)).status).toBe(200);
    expect((await add(other, british)).refusal.errors).toHaveProperty('bic');
    await openForWallets('GBP', true);
  });

  it('is shown whole to those who send money, unless its row was changed outside', async () => {
    const payer = await newPayer(server, 3, 50_000n);
    const id = await submitted(server, payer, await confirmed(payer, american), '100');
    const request = asker(server);
    await request('POST /api/staff/payments/assign', ines, { payment_id: id });
    const read = async (as: Session) => (await request('POST /api/staff/payments/info', as, { payment_id: id })).body;
    expect(await read(ines)).toMatchObject({
      destination_account: '000123456789',
      destination_details: [
        { field: 'account_type', value: 'CURRENT' },
        { field: 'routing_number', value: '021000021' },
        { field: 'address', value: '1 High Street, 62701' },
        { field: 'town', value: 'Springfield' },
      ],
    });
    await forge(
      server.ownerUrl,
      sql`update payment_destination set details = details || '{"routing_number": "011401533"}'
          where id = (select destination_id from payment where id = ${id})`,
    );
    expect(await read(ines)).toMatchObject({ destination_account: null, destination_details: [] });
  });
});
