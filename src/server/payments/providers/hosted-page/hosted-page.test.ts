import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '#server/ledger/verify.ts';
import { verifyPayments } from '#server/payments/verify.ts';
import { addSecret } from '#server/platform/connections/secrets.ts';
import { sql } from '#server/platform/db/sql.ts';
import { approvedAnyway } from '#test/connections/connections.ts';
import { openHostedPage, type HostedPages } from '#test/money/cards.ts';
import { asker, newPayer, type Payer } from '#test/money/payments.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let pages: HostedPages;
let ida: Payer;
let finance: Session;

beforeAll(async () => {
  server = await startServer();
  finance = await server.register({ roles: ['client', 'finance'] });
  await server.storeSessions();
  pages = await openHostedPage(server);
});
beforeEach(async () => {
  pages.service.honest();
  ida = await newPayer(server);
});
afterAll(async () => {
  await pages.close();
  await server.close();
});

type Act = Parameters<HostedPages['service']['act']>[1];

const balance = async () => (await balancesOf(server.db, ida.wallet))[0];
const watch = () => server.app.jobs.run('payments.providers');
const referenceOf = async (id: string) =>
  (await server.db.one<{ reference: string }>(sql`select reference from payment where id = ${id}`)).reference;
const pagesOf = async (id: string) => {
  const reference = await referenceOf(id);
  return [...pages.service.books.payments.values()].filter(({ payment }) => payment.ref === reference);
};
const acted = async (...acts: Act[]) => {
  const { id, session } = await pages.begin(ida);
  for (const act of acts) {
    pages.service.act(session, act);
    await pages.settled();
  }
  return { id, session, ended: [await pages.stateOf(id), await balance(), await pages.findings(id)] };
};
const refund = async (id: string) => {
  const [choice] = await server.db.rows<{ code: string }>(
    sql`select code from reason where purpose = 'refund' and active`,
  );
  const body = { payment_id: id, reason: choice?.code ?? '', note: 'asked for' };
  await asker(server)('POST /api/staff/payments/refund', finance, body);
  await pages.settled();
};

describe('a deposit on a hosted page', () => {
  it('is paid there and credited once, from what was read', async () => {
    const { id, session, state } = await pages.begin(ida);
    expect(state).toBe('awaiting_payment');
    pages.service.act(session, 'pay');
    await pages.settled();
    expect([await pages.stateOf(id), await balance()]).toEqual(['credited', 10_000n]);
    const { body } = await asker(server)('POST /api/payments/info', ida.session, { payment_id: id });
    expect(body.payment).toMatchObject({ method: 'card', account: 'Visa •••• 4242' });
    expect(body.provider).toEqual({ state: 'ended', url: null });
  });

  it.each([
    { acts: ['announce_early'], ended: ['awaiting_payment', 0n, []] },
    { acts: ['announce_early', 'confirm'], ended: ['credited', 10_000n, []] },
    { acts: ['decline'], ended: ['failed', 0n, []] },
    { acts: ['expire'], ended: ['expired', 0n, []] },
    { acts: ['expire', 'pay_late'], ended: ['under_review', 0n, ['late']] },
    { acts: ['underpay'], ended: ['under_review', 0n, ['amount']] },
    { acts: ['pay_otherwise'], ended: ['under_review', 0n, ['amount']] },
    { acts: ['pay', 'warn'], ended: ['credited', 10_000n, ['fraud_warning']] },
    { acts: ['pay', 'dispute'], ended: ['credited', 10_000n, ['dispute']] },
    { acts: ['pay', 'dispute', 'dispute_withdrawn'], ended: ['charged_back', 0n, ['dispute']] },
    { acts: ['pay', 'dispute', 'dispute_withdrawn', 'dispute_won'], ended: ['credited', 10_000n, ['dispute']] },
    { acts: ['pay', 'dispute', 'dispute_withdrawn', 'dispute_lost'], ended: ['charged_back', 0n, ['dispute']] },
    { acts: ['pay', 'refund_elsewhere'], ended: ['credited', 10_000n, ['refund_elsewhere']] },
  ] as const)('$acts', async ({ acts, ended }) => {
    expect((await acted(...acts)).ended).toEqual(ended);
  });

  it('of real money credits nothing in a demo', async () => {
    const { id, session } = await pages.begin(ida);
    pages.service.books.paymentOf(session).live = true;
    pages.service.act(session, 'pay');
    await pages.settled();
    expect([await pages.stateOf(id), await pages.findings(id)]).toEqual(['under_review', ['play_money']]);
  });

  it('that its client cancels is closed there', async () => {
    const { id, session } = await pages.begin(ida);
    await asker(server)('POST /api/payments/cancel', ida.session, { payment_id: id });
    expect(pages.service.books.paymentOf(session).status).toBe('expired');
  });

  it('whose callbacks are lost is found by the list of changes', async () => {
    const { id, session } = await acted('pay');
    pages.service.lie('lost', 2);
    pages.service.act(session, 'dispute');
    pages.service.act(session, 'dispute_withdrawn');
    server.clock.advance(3_700_000);
    await server.app.jobs.run('connections.missed_events');
    await pages.settled();
    expect([await pages.stateOf(id), await balance()]).toEqual(['charged_back', 0n]);
  });

  it('is looked up at each list that names it, also under the same cursor', async () => {
    const { id, session } = await acted('pay');
    const list = async () => {
      server.clock.advance(3_700_000);
      await server.db.run(sql`update provider_sweep set cursor = null where connection_id = ${pages.connectionId}`);
      await server.app.jobs.run('connections.missed_events');
      await pages.settled();
    };
    await list();
    pages.service.lie('lost', 2);
    pages.service.act(session, 'dispute');
    pages.service.act(session, 'dispute_withdrawn');
    // The service counts in so large steps that both lists end at the same one.
    pages.service.books.events.splice(0, 2);
    await list();
    expect(await pages.stateOf(id)).toBe('charged_back');
  });
});

describe('the order', () => {
  it.each(['reset', 'empty', 'html', 'busy', 'wrong_types', 'too_many', 'in_progress', 'other_payment'] as const)(
    '%s: one page is left, and it can be paid',
    async (lie) => {
      await acted('pay');
      ida = await newPayer(server);
      pages.service.lie(lie);
      const { id, session } = await pages.begin(ida);
      expect(session).toBe('');
      server.clock.advance(60_000);
      await watch();
      const made = await pagesOf(id);
      expect(made).toHaveLength(1);
      const { body } = await asker(server)('POST /api/payments/info', ida.session, { payment_id: id });
      expect(body.provider).toEqual({ state: 'open', url: made[0]?.payment.page });
      pages.service.act(made[0]?.payment.id ?? '', 'pay');
      await pages.settled();
      expect([await pages.stateOf(id), await balance()]).toEqual(['credited', 10_000n]);
    },
  );

  it('whose answer is about another amount leads the client nowhere', async () => {
    pages.service.lie('other_amount');
    const { id, session } = await pages.begin(ida);
    expect([session, await pages.stateOf(id), await pages.findings(id)]).toEqual(['', 'failed', ['not_started']]);
  });

  it('bears our reference as key and in the body, and the signature of both', async () => {
    const { id } = await pages.begin(ida);
    const order = pages.service.calls.findLast(({ method, url }) => method === 'POST' && url.pathname === '/payments');
    const reference = await referenceOf(id);
    expect(order?.headers['idempotency-key']).toBe(reference);
    expect(JSON.parse(order?.body ?? '')).toMatchObject({ ref: reference, amount: 10_000, currency: 'USD' });
  });
});

describe('a refund', () => {
  it('is ordered once, and its failure gives the money again', async () => {
    const { id, session } = await acted('pay');
    await refund(id);
    expect([await pages.stateOf(id), await balance()]).toEqual(['refunded', 0n]);
    expect(pages.service.books.paymentOf(session).refunds).toMatchObject([{ status: 'succeeded', amount: 10_000 }]);
    pages.service.act(session, 'refund_fails');
    await pages.settled();
    expect([await pages.stateOf(id), await balance(), await pages.findings(id)]).toEqual([
      'credited',
      10_000n,
      ['refund_failed'],
    ]);
  });

  it('that no look-up shows yet is ordered again by its reference, and made once', async () => {
    const { id, session } = await acted('pay');
    pages.service.onStrike((moment, path) => {
      if (moment === 'before' && path === '/refunds') pages.service.lie('reset');
    });
    pages.service.lie('newest_first');
    await refund(id);
    pages.service.onStrike(() => {});
    pages.service.honest();
    server.clock.advance(60_000);
    pages.service.lie('behind', 100);
    await watch();
    pages.service.honest();
    pages.service.delivery.flush();
    await pages.settled();
    expect(pages.service.books.paymentOf(session).refunds).toHaveLength(1);
    expect(
      pages.service.calls.filter(({ url, body }) => url.pathname === '/refunds' && body.includes('REF')).length,
    ).toBeGreaterThan(1);
    expect([await pages.stateOf(id), await balance()]).toEqual(['refunded', 0n]);
  });

  it('that the service refuses gives the money again', async () => {
    const { id, session } = await acted('pay');
    const { refunds } = pages.service.books.paymentOf(session);
    refunds.push({ id: 're_1', ref: null, status: 'succeeded', amount: 1, currency: 'USD' });
    await refund(id);
    expect([await pages.stateOf(id), await balance()]).toEqual(['credited', 10_000n]);
    expect(await pages.findings(id)).toEqual(['refund_failed']);
  });

  it('that was made on the pages of the provider counts when staff note it', async () => {
    const { id } = await acted('pay', 'refund_elsewhere');
    await refund(id);
    expect([await pages.stateOf(id), await balance()]).toEqual(['refunded', 0n]);
  });
});

describe('callbacks', () => {
  it.each(['five_times', 'newest_first'] as const)('%s: credited once', async (lie) => {
    const { id, session } = await pages.begin(ida);
    pages.service.lie(lie, 2);
    pages.service.act(session, 'pay');
    pages.service.honest();
    pages.service.delivery.flush();
    await pages.settled();
    expect([await pages.stateOf(id), await balance()]).toEqual(['credited', 10_000n]);
  });

  it.each(['forged', 'old_signature', 'early_signature', 'other_body'] as const)('%s: refused', async (lie) => {
    const { id, session } = await pages.begin(ida);
    pages.service.act(session, 'process');
    await pages.settled();
    pages.service.lie(lie);
    pages.service.act(session, 'confirm');
    await pages.settled();
    expect([...pages.service.delivery.answers.values()].at(-1)).toEqual([401, 204]);
    expect(await pages.stateOf(id)).toBe('credited');
  });

  it('are stored once by their id, and unknown ones are shown to staff as ignored', async () => {
    const { session } = await acted('pay');
    const event = pages.service.books.events.find(({ id }) => id === session);
    if (!event) throw new Error('there is no event');
    pages.service.delivery.again(event);
    const unknown = pages.service.books.emit('payment.paid', { id: 'pay_unknown', ref: 'DEPUNKNOWN99' });
    await pages.settled();
    const stored = await server.db.rows<{ id: string; state: string }>(sql`
      select event_id as id, state from inbox_event where event_id in (${event.event}, ${unknown.event}) order by state`);
    expect(stored).toEqual([
      { id: event.event, state: 'done' },
      { id: unknown.event, state: 'ignored' },
    ]);
  });

  it('may be signed by the older secret while it is changed; calls are signed by the newer one', async () => {
    const { service, connectionId } = pages;
    const by = (await server.db.one<{ id: string }>(sql`select id from person order by id limit 1`)).id;
    await approvedAnyway(server, async (tx) => {
      await addSecret(server, tx, { connectionId, name: 'signing_secret', secret: 'the newer secret', by });
      await tx.run(
        sql`update connection_secret set used_at = ${server.clock.now()} where connection_id = ${connectionId}`,
      );
    });
    // What was opened for a call is kept for a moment.
    server.clock.advance(2000);
    const older = service.delivery.secret;
    service.secrets.unshift('the newer secret');
    service.secrets.pop();
    for (const secret of [older, 'the newer secret']) {
      service.delivery.secret = secret;
      ida = await newPayer(server);
      expect((await acted('pay')).ended).toEqual(['credited', 10_000n, []]);
    }
    const signatures = await server.db.rows<{ signature: string }>(
      sql`select distinct signature from inbox_event where connection_id = ${connectionId} and signature <> 'listed' order by signature`,
    );
    expect(signatures.map(({ signature }) => signature)).toEqual(['second_secret', 'valid']);
    service.delivery.secret = 'a third one';
    const { id, session } = await pages.begin(ida);
    service.act(session, 'process');
    await expect.poll(() => [...service.delivery.answers.values()].at(-1)?.[0]).toBe(401);
    service.delivery.secret = 'the newer secret';
    await pages.settled();
    expect(await pages.stateOf(id)).toBe('awaiting_payment');
  });
});

describe('the test of a connection', () => {
  const lastStep = async (
    secrets: Record<string, string>,
    change: (service: HostedPages['service']) => void = () => {},
  ) => {
    const other = await openHostedPage(server, { order: 900 }, secrets);
    change(other.service);
    const tested = await (await server.app.connections.openDraft(other.connectionId))?.port.test();
    await other.close();
    const step = tested?.steps.at(-1);
    return `${step?.name}: ${step?.ok} ${step?.detail}`;
  };

  it('passes, and says which part is wrong', async () => {
    expect(await lastStep({})).toBe('be refused with an old signature: true refused with 401');
    const first = 'look up a payment that does not exist: false';
    expect(await lastStep({ bearer: 'another' })).toBe(`${first} 401 token: Unknown token`);
    expect(await lastStep({ signing_secret: 'another' })).toBe(`${first} 401 signature: Wrong signature`);
    expect(await lastStep({}, ({ lie }) => lie('html'))).toBe(`${first} an answer of another shape than is documented`);
    expect(await lastStep({}, ({ lie }) => lie('busy'))).toBe(`${first} status 503 without code and message`);
  });

  it('fails where the service takes what was not signed now', async () => {
    expect(await lastStep({}, ({ ignores }) => ignores.add('secret'))).toBe(
      'be refused with another signature: false the service answers 404 to a signature of another secret in place of 401',
    );
    expect(await lastStep({}, ({ ignores }) => ignores.add('age'))).toBe(
      'be refused with an old signature: false the service answers 404 to a signature of ten minutes ago in place of 401',
    );
  });
});

it('the books agree after all of it', async () => {
  const broken = [
    ...(await verifyLedger(server.db)).findings,
    ...(await server.db.snapshot((tx) => verifyPayments(tx, server.config))),
  ].filter(({ breach }) => breach);
  expect(broken).toEqual([]);
});
