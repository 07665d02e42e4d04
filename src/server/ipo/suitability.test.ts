import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suitabilityQuestions } from '#contract/ipo/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openOffering } from '#test/ipo/offerings.ts';
import { asker, newPayer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let request: ReturnType<typeof asker>;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  request = asker(server);
  ({ session: ida } = await newPayer(server, 3));
});
afterAll(() => server.close());

const good = {
  experience: 'some',
  allotment_is_uncertain: 'true',
  lock_up_means: 'cannot_sell',
  worst_case: 'lose_all',
  share_of_savings: 'below_half',
};
const response = (changes: object = {}, as = ida) => request('POST /api/ipo/suitability', as, { ...good, ...changes });

describe('suitability', () => {
  it.each([
    [{}, true],
    [{ experience: 'years' }, true],
    [{ experience: 'none' }, false],
    [{ experience: 'none', share_of_savings: 'below_tenth' }, true],
    [{ allotment_is_uncertain: 'false' }, false],
    [{ lock_up_means: 'unsure' }, false],
    [{ worst_case: 'no_loss' }, false],
    [{ share_of_savings: 'most' }, false],
  ])('by %o is %s', async (changes, suitable) => {
    const { session } = await newPayer(server, 3);
    expect((await response(changes, session)).body).toEqual({ suitable });
  });

  it('opens offerings by the latest answers, until they are too old', async () => {
    const stockId = await openOffering(server);
    const rule = async () =>
      (await request('POST /api/ipo/offering', ida, { stock_id: stockId })).body.eligibility.find(
        ({ rule }) => rule === 'suitability',
      );
    expect(await rule()).toMatchObject({ met: false, path: '/ipo/suitability' });
    await response();
    expect(await rule()).toMatchObject({ met: true, path: null });
    server.clock.advance(1000);
    await response({ worst_case: 'no_loss' });
    const unsuitable = await rule();
    expect(unsuitable).toMatchObject({ met: false, explanation: expect.stringContaining('aren’t suitable for you') });
    server.clock.advance(1000);
    await response();
    server.clock.advance(366 * 86_400_000);
    ida = await server.signIn({ email: ida.user.email });
    expect(await rule()).toMatchObject({ met: false });
    const stored = await server.db.one<{ count: number }>(
      sql`select count(*)::int as count from ipo_suitability where client_id = ${ida.user.id}`,
    );
    expect(stored.count).toBe(3);
  });

  it.each(Object.keys(suitabilityQuestions))('refuses an unknown answer to %s', async (question) => {
    const { status, refusal } = await response({ [question]: 'perhaps' });
    expect([status, refusal.errors?.[question]?.[0]?.code]).toEqual([422, 'validation.choice']);
  });
});
