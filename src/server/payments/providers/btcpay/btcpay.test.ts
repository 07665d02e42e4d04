import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '#server/ledger/verify.ts';
import { verifyPayments } from '#server/payments/verify.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openBtcpay, openCards, type Coins } from '#test/money/cards.ts';
import { asker, newPayer, type Payer } from '#test/money/payments.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let coins: Coins;
let ida: Payer;
let finance: Session;

beforeAll(async () => {
  server = await startServer();
  finance = await server.register({ roles: ['client', 'finance'] });
  await server.storeSessions();
  coins = await openBtcpay(server);
});
beforeEach(async () => {
  coins.btcpay.honest();
  ida = await newPayer(server);
});
afterAll(async () => {
  await coins.close();
  await server.close();
});

const balance = async () => (await balancesOf(server.db, ida.wallet))[0];
const watch = () => server.app.jobs.run('payments.providers');
const invoicesOf = async (id: string) => {
  const { reference } = await server.db.one<{ reference: string }>(sql`select reference from payment where id = ${id}`);
  return [...coins.btcpay.books.invoices.values()].filter(({ metadata }) => metadata['orderId'] === reference);
};
const acted = async (...acts: Parameters<Coins['btcpay']['act']>[1][]) => {
  const { id, session } = await coins.begin(ida);
  for (const act of acts) {
    coins.btcpay.act(session, act);
    await coins.settled();
  }
  return { id, ended: [await coins.stateOf(id), await balance(), await coins.findings(id)] };
};

describe('a deposit in crypto', () => {
  it('is paid on the page of the provider and credited once, from what was read', async () => {
    const { id, session, state } = await coins.begin(ida);
    expect(state).toBe('awaiting_payment');
    coins.btcpay.act(session, 'pay');
    await coins.settled();
    expect([await coins.stateOf(id), await balance()]).toEqual(['credited', 10_000n]);
    const { body } = await asker(server)('POST /api/payments/info', ida.session, { payment_id: id });
    expect(body.payment).toMatchObject({ method: 'crypto', account: 'BTC-CHAIN' });
    expect(body.provider).toEqual({ state: 'ended', url: null });
  });

  it('waits for confirmations', async () => {
    const { id, session } = await coins.begin(ida);
    coins.btcpay.act(session, 'announce_early');
    await coins.settled();
    expect([await coins.stateOf(id), await balance()]).toEqual(['awaiting_payment', 0n]);
    coins.btcpay.act(session, 'confirm');
    await coins.settled();
    expect([await coins.stateOf(id), await balance()]).toEqual(['credited', 10_000n]);
  });

  it.each([
    { acts: ['expire'], ended: ['expired', 0n, []] },
    { acts: ['underpay'], ended: ['under_review', 0n, ['amount']] },
    { acts: ['overpay'], ended: ['under_review', 0n, ['amount']] },
    { acts: ['pay_late'], ended: ['under_review', 0n, ['late']] },
    { acts: ['expire', 'pay_late'], ended: ['under_review', 0n, ['late']] },
    { acts: ['mark_settled'], ended: ['under_review', 0n, ['by_hand']] },
    { acts: ['mark_invalid'], ended: ['failed', 0n, []] },
    { acts: ['see', 'mark_invalid'], ended: ['under_review', 0n, ['by_hand']] },
    { acts: ['pay', 'pay_again'], ended: ['credited', 10_000n, ['amount']] },
    { acts: ['pay', 'reorganise'], ended: ['charged_back', 0n, ['dispute']] },
  ] as const)('$acts', async ({ acts, ended }) => {
    expect((await acted(...acts)).ended).toEqual(ended);
  });

  it('is reported again when more comes, in the open report or after staff have closed it', async () => {
    const { id, session } = await coins.begin(ida);
    const open = async () => {
      await coins.settled();
      const { findings } = (await asker(server)('POST /api/staff/payments/findings', finance, {})).body;
      return findings.filter((each) => each.payment.id === id);
    };
    const close = async ({ id: findingId }: { id: string }) => {
      const body = { finding_id: findingId, note: 'Sent back by hand.' };
      expect((await asker(server)('POST /api/staff/payments/close-finding', finance, body)).status).toBe(200);
    };
    coins.btcpay.act(session, 'underpay');
    const [first] = await open();
    coins.btcpay.act(session, 'overpay');
    expect(await open()).toMatchObject([{ id: first?.id, amount: '110.00' }]);
    await close(first!);
    // The same again is no news.
    coins.btcpay.act(session, 'overpay');
    expect(await open()).toEqual([]);
    coins.btcpay.act(session, 'pay_again');
    await coins.settled();
    // A reading of less is an older one.
    coins.btcpay.act(session, 'overpay');
    expect(await open()).toMatchObject([{ kind: 'amount', amount: '200.00' }]);
  });

  it('is not offered where only cards are connected, nor the other way round', async () => {
    const offers = async () =>
      (await asker(server)('POST /api/payments/methods', ida.session, {})).body.deposit.map(({ method }) => method);
    expect(await offers()).toContain('crypto');
    expect(await offers()).not.toContain('card');
    const cards = await openCards(server);
    expect(await offers()).toContain('card');
    const { id } = await coins.begin(ida);
    expect(await invoicesOf(id)).toHaveLength(1);
    await cards.close();
    await server.db.run(sql`update connection set state = 'off' where id = ${cards.connectionId}`);
  });

  it('is refunded by hand: nothing is ordered at the provider', async () => {
    const { id } = await acted('pay');
    const [choice] = await server.db.rows<{ code: string }>(
      sql`select code from reason where purpose = 'refund' and active`,
    );
    const body = { payment_id: id, reason: choice?.code ?? '', note: 'sent by hand' };
    await asker(server)('POST /api/staff/payments/refund', finance, body);
    expect([await coins.stateOf(id), await balance()]).toEqual(['refunded', 0n]);
    expect(await server.db.rows(sql`select from provider_refund where payment_id = ${id}`)).toEqual([]);
  });
});

describe('the order', () => {
  it.each(['reset', 'empty', 'html', 'busy', 'wrong_types', 'two_invoices', 'too_many'] as const)(
    '%s: one invoice is left, and it can be paid',
    async (lie) => {
      coins.btcpay.lie(lie);
      // A webhook may have brought the page before the answer is read.
      const { id } = await coins.begin(ida);
      server.clock.advance(60_000);
      await watch();
      const open = (await invoicesOf(id)).filter(({ archived }) => !archived);
      expect(open).toHaveLength(1);
      const { body } = await asker(server)('POST /api/payments/info', ida.session, { payment_id: id });
      expect(body.provider).toEqual({ state: 'open', url: open[0]?.checkoutLink });
      coins.btcpay.act(open[0]?.id ?? '', 'pay');
      await coins.settled();
      expect([await coins.stateOf(id), await balance()]).toEqual(['credited', 10_000n]);
    },
  );
});

describe('webhooks', () => {
  it.each(['five_times', 'redelivered'] as const)('%s: credited once', async (lie) => {
    const { id, session } = await coins.begin(ida);
    coins.btcpay.lie(lie, 2);
    coins.btcpay.act(session, 'pay');
    await coins.settled();
    expect([await coins.stateOf(id), await balance()]).toEqual(['credited', 10_000n]);
  });

  it("another store's, signed with our secret, is ignored", async () => {
    const { id, session } = await coins.begin(ida);
    await coins.settled();
    coins.btcpay.lie('other_store', 2);
    coins.btcpay.act(session, 'pay');
    await coins.settled();
    expect(await coins.stateOf(id)).toBe('awaiting_payment');
  });

  it('forged ones are refused', async () => {
    coins.btcpay.lie('forged');
    const { id } = await acted('pay');
    expect([...coins.btcpay.delivery.answers.values()].flat()).toContain(401);
    expect(await coins.stateOf(id)).toBe('credited');
  });

  it('an amount as a number is no answer', async () => {
    const { id, session } = await coins.begin(ida);
    await coins.settled();
    coins.btcpay.lie('exponent', 2);
    coins.btcpay.act(session, 'pay');
    await coins.settled();
    expect(await coins.stateOf(id)).toBe('awaiting_payment');
    coins.btcpay.honest();
    await asker(server)('POST /api/payments/check-provider', ida.session, { payment_id: id });
    expect(await coins.stateOf(id)).toBe('credited');
  });
});

it('coins of a main network are not taken in a demo', async () => {
  await server.db.run(sql`update connection set state = 'off' where id = ${coins.connectionId}`);
  const real = await openBtcpay(server, { settings: { test_network: false } });
  await expect(real.begin(ida)).rejects.toThrow('payments.method');
  await real.close();
});

describe('the test of a connection', () => {
  const lastStep = async (settings: Record<string, string>, permissions?: string[]) => {
    const other = await openBtcpay(server, { order: 900, settings });
    if (permissions) other.btcpay.permissions.splice(0, 9, ...permissions);
    const tested = await (await server.app.connections.openDraft(other.connectionId))?.port.test();
    await other.close();
    const step = tested?.steps.at(-1);
    return `${step?.name}: ${step?.ok} ${step?.detail}`;
  };

  it('passes, and says which part is wrong', async () => {
    expect(await lastStep({})).toBe('have a wallet: true BTC-CHAIN');
    expect(await lastStep({ store_id: 'Another' })).toMatch(
      /^sign in with the API key: false the key lacks .* for store Another$/,
    );
    expect(await lastStep({}, ['btcpay.store.cancreateinvoice'])).toMatch(/lacks btcpay.store.canviewinvoices/);
    expect(await lastStep({ store_id: 'Another' }, ['unrestricted'])).toMatch(/^read invoices of the store: false 403/);
  });
});

it('the books agree after all of it', async () => {
  const broken = [
    ...(await verifyLedger(server.db)).findings,
    ...(await server.db.snapshot((tx) => verifyPayments(tx, server.config))),
  ].filter(({ breach }) => breach);
  expect(broken).toEqual([]);
});
