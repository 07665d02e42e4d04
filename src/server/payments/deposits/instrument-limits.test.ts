import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toDecimal } from '#contract/kernel/money.ts';
import type { InstrumentLimits } from '#contract/settings/values/instrument-limits.ts';
import { sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { approveSetting, change } from '#test/money/automatic-approval.ts';
import { openCards, type Cards } from '#test/money/cards.ts';
import { asker, newIban, newPayer, openBank, type Payer } from '#test/money/payments.ts';
import { camt, details, entry, settled } from '#test/money/statements.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let cards: Cards;
let ada: Session;
let vera: Session;
let ines: Session;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  await signIn();
  cards = await openCards(server);
});
/** Their sessions end with a day. */
async function signIn(): Promise<void> {
  ada = await server.register({ first_name: 'Ada', roles: ['client', 'admin'] });
  vera = await server.register({ first_name: 'Vera', roles: ['client', 'compliance'] });
  ines = await server.register({ first_name: 'Inès', roles: ['client', 'finance'] });
}
afterAll(async () => {
  await cards.close();
  await server.close();
});
beforeEach(() => server.db.run(sql`delete from rate_window`));

const request = () => asker(server);

async function limit(value: InstrumentLimits): Promise<void> {
  const proposed = await change(server, ada, value, 'payments.instrument_limits');
  expect(proposed.status).toBe(200);
  expect((await approveSetting(server, vera)).status).toBe(200);
}

/** A card of its own for each test. */
let last = 1000;
const newCard = () => ({ last4: String((last += 1)), holder: 'Ida Berg' });

async function pay(payer: Payer, card: ReturnType<typeof newCard>): Promise<string> {
  const { id, session } = await cards.begin(payer);
  cards.stripe.act(session, 'pay', card);
  await cards.settled();
  return id;
}
const outcomeOf = async (id: string) => [await cards.stateOf(id), ...(await cards.findings(id))];

describe('what one card may bring', () => {
  it('is counted over all clients; what goes beyond waits for staff, who may credit it', async () => {
    const [one, two] = [await newPayer(server), await newPayer(server)];
    const card = newCard();
    const first = await pay(one, card);
    const { amount } = (await request()('POST /api/payments/info', one.session, { payment_id: first })).body.payment;
    await limit({ per_day: String(Number(amount) * 2), per_month: null });
    expect(await outcomeOf(await pay(two, card))).toEqual(['credited']);
    const beyond = await pay(two, card);
    expect(await outcomeOf(beyond)).toEqual(['under_review', 'instrument_limit']);
    expect(await outcomeOf(await pay(two, newCard()))).toEqual(['credited']);
    const before = await balancesOf(server.db, two.wallet);
    await request()('POST /api/staff/payments/assign', ines, { payment_id: beyond });
    const body = { payment_id: beyond, received: amount };
    expect((await request()('POST /api/staff/payments/credit', ines, body)).status).toBe(200);
    expect(await cards.stateOf(beyond)).toBe('credited');
    expect(await balancesOf(server.db, two.wallet)).not.toEqual(before);
  });

  it('is not freed by a charge-back', async () => {
    const card = newCard();
    const first = await pay(await newPayer(server), card);
    const { usd } = await server.db.one<{ usd: bigint }>(sql`select usd from payment where id = ${first}`);
    await limit({ per_day: toDecimal(usd, 'USD'), per_month: '9000000' });
    await forge(server.ownerUrl, sql`update payment set state = 'charged_back' where id = ${first}`);
    expect(await outcomeOf(await pay(await newPayer(server), card))).toEqual(['under_review', 'instrument_limit']);
  });

  it('is not passed by two deposits at once', async () => {
    const card = newCard();
    const payers = await Promise.all([0, 1, 2, 3].map(() => newPayer(server)));
    const begun = await Promise.all(payers.map((payer) => cards.begin(payer)));
    const { amount } = (
      await request()('POST /api/payments/info', payers[0]?.session as Session, { payment_id: begun[0]?.id ?? '' })
    ).body.payment;
    await limit({ per_day: amount, per_month: null });
    for (const { session } of begun) cards.stripe.act(session, 'pay', card);
    await Promise.all(
      begun.map(({ id }, index) =>
        request()('POST /api/payments/check-provider', payers[index]?.session as Session, { payment_id: id }),
      ),
    );
    const states = await Promise.all(begun.map(({ id }) => cards.stateOf(id)));
    expect(states.toSorted()).toEqual(['credited', 'under_review', 'under_review', 'under_review']);
  });

  it('is nothing where the setting was written past the program', async () => {
    await limit({ per_day: '1000000', per_month: null });
    await forge(
      server.ownerUrl,
      sql`update setting_version set value = '{"per_day": null, "per_month": null}' where key = 'payments.instrument_limits'
            and number = (select max(number) from setting_version where key = 'payments.instrument_limits')`,
    );
    expect(await outcomeOf(await pay(await newPayer(server), newCard()))).toEqual(['under_review', 'instrument_limit']);
    await limit({ per_day: '2000000', per_month: null });
    expect(await outcomeOf(await pay(await newPayer(server), newCard()))).toEqual(['credited']);
  });
});

async function announced({ session, wallet }: Payer, amount: string): Promise<string> {
  const input = { wallet_id: wallet.walletId, method: 'bank_transfer', amount };
  return (await request()('POST /api/payments/deposit', session, input)).body.reference ?? '';
}

/** What a statement of the bank makes of a transfer. */
async function arrived({ session }: Payer, amount: string, reference: string, account: string) {
  const said = details(session.user.full_name, reference).replace(
    '</RltdPties>',
    `<DbtrAcct><Id><IBAN>${account}</IBAN></Id></DbtrAcct></RltdPties>`,
  );
  return (await settled(server, ines, camt(entry(amount, said)))).lines[0];
}

describe('what one bank account may bring', () => {
  it('is credited by the rule up to its limit, and then by staff', async () => {
    await limit({ per_day: '150', per_month: null });
    const account = newIban();
    const payer = await newPayer(server);
    const transfer = async (amount: string) => arrived(payer, amount, await announced(payer, amount), account);
    expect(await transfer('100')).toMatchObject({ result: 'credited' });
    const beyond = await transfer('60');
    expect(beyond).toMatchObject({ result: 'proposed', doubt: 'account_limit' });
    const credited = await request()('POST /api/staff/reconciliation/statements/credit', ines, {
      line_id: beyond?.id ?? '',
      payment_id: beyond?.payment?.id ?? '',
    });
    expect(credited.body).toMatchObject({ result: 'credited' });
    expect(await transfer('50')).toMatchObject({ result: 'proposed', doubt: 'account_limit' });
  });
});

it('is counted for 24 hours and for 30 days', async () => {
  const card = newCard();
  const first = await pay(await newPayer(server), card);
  const { usd } = await server.db.one<{ usd: bigint }>(sql`select usd from payment where id = ${first}`);
  await limit({ per_day: toDecimal(usd, 'USD'), per_month: toDecimal(usd * 2n, 'USD') });
  expect(await outcomeOf(await pay(await newPayer(server), card))).toEqual(['under_review', 'instrument_limit']);
  server.clock.advance(25 * 3_600_000);
  expect(await outcomeOf(await pay(await newPayer(server), card))).toEqual(['credited']);
  server.clock.advance(25 * 3_600_000);
  expect(await outcomeOf(await pay(await newPayer(server), card))).toEqual(['under_review', 'instrument_limit']);
  server.clock.advance(30 * 86_400_000);
  expect(await outcomeOf(await pay(await newPayer(server), card))).toEqual(['credited']);
});

it('counts from the credit, whenever a deposit was announced', async () => {
  const payer = await newPayer(server);
  const account = newIban();
  const references = [await announced(payer, '100'), await announced(payer, '100')];
  server.clock.advance(30 * 3_600_000);
  await signIn();
  await limit({ per_day: '150', per_month: null });
  expect(await arrived(payer, '100', references[0] ?? '', account)).toMatchObject({ result: 'credited' });
  expect(await arrived(payer, '100', references[1] ?? '', account)).toMatchObject({ doubt: 'account_limit' });
});
