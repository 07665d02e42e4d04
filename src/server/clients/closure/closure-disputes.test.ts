import { afterAll, beforeAll, expect, it } from 'vitest';
import { closingOn } from '#test/compliance/closure.ts';
import { creditedByCard, openCards, type Cards } from '#test/money/cards.ts';
import { newPayer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let cards: Cards;
let staff: Session;
beforeAll(async () => {
  server = await startServer();
  staff = await server.register({ roles: ['client', 'compliance'] });
  await server.signIn({ email: staff.user.email, remember: true, as: staff });
  cards = await openCards(server);
});
afterAll(async () => {
  await cards.close();
  await server.close();
});

const { look, request, letDaysPass, run, seenBy, stateOf } = closingOn(() => server);

it('waits for the end of a dispute, whose money may still come back', async () => {
  const { session, ...payer } = await newPayer(server);
  const paid = await creditedByCard(cards, { session, ...payer }, '100');
  cards.stripe.act(paid.session, 'dispute');
  cards.stripe.act(paid.session, 'dispute_withdrawn');
  await cards.settled();
  const waitsFor = [{ kind: 'payment', path: `/payments/${paid.id}`, amount: '100.00', cancellable: false }];
  expect((await look(session)).body.blockers).toMatchObject(waitsFor);
  expect((await request(session)).status).toBe(200);
  letDaysPass();
  await run();
  expect(await stateOf(session)).toBe('asked');
  expect((await seenBy(staff, session)).body.blockers).toMatchObject(waitsFor);
  cards.stripe.act(paid.session, 'dispute_lost');
  await cards.settled();
  await run();
  expect(await stateOf(session)).toBe('closed');
});
