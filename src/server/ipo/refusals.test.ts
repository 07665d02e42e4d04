import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ipoEndpoints } from '#contract/ipo/endpoints.ts';
import { statementLimits } from '#contract/wallets/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import {
  agreed,
  bringTo,
  changeTerms,
  listedHolding,
  newApplicant,
  offerIpos,
  openOffering,
  quote,
  type OpenTerms,
} from '#test/ipo/offerings.ts';
import { asker, type Payer } from '#test/money/payments.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { startServer, type TestServer } from '#test/server.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const { meets, unmet } = refusalsOf(ipoEndpoints);

let server: TestServer;
let request: ReturnType<typeof asker>;
let ida: Payer;
let other: Payer;
beforeAll(async () => {
  server = await startServer();
  request = asker(server);
  ida = await newApplicant(server, 100_000_000n);
  other = await newApplicant(server);
});
afterAll(() => server.close());

const inMs = (ms: number) => new Date(server.clock.now().getTime() + ms);
const set = ({ wallet }: Payer, changes: ReturnType<typeof sql>) =>
  server.db.run(sql`update person set ${changes} where id = ${wallet.clientId}`);
const passedSuitability = async ({ wallet }: Payer, suitable: boolean) => {
  server.clock.advance(10);
  await server.db.run(sql`
    insert into ipo_suitability (id, client_id, answers, suitable, at)
    values (${randomUUID()}, ${wallet.clientId}, '{}', ${suitable}, ${server.clock.now()})`);
};
const applied = async (payer: Payer, quantity = 10, terms: OpenTerms = {}) => {
  const stockId = await openOffering(server, terms);
  const { status, body, refusal } = await request('POST /api/ipo/buy', payer.session, agreed(stockId, quantity));
  if (status !== 200) throw new Error(JSON.stringify(refusal));
  return { stockId, id: body.id };
};

// Another test meets `payments.paused`: `src/server/screening/screening.test.ts`.
meets(
  'ipo.buy',
  async () => {
    const poor = await newApplicant(server, 100n);
    const stockId = await openOffering(server, { minTier: 'gold', excluded: ['DE'], lotSize: 10, maxQuantity: 50 });
    const direct = await openOffering(server, { mode: 'direct', quota: 10 });
    const wrong = { stock_id: stockId, quantity: 5, price_type: 'limit', limit_price: '99', wallet_id: randomUUID() };
    const may = agreed(stockId, 5, { price_type: 'limit', limit_price: '99', wallet_id: randomUUID() });
    const buy = (body: object) => request('POST /api/ipo/buy', poor.session, body);
    return [
      () => buy({ ...wrong, stock_id: randomUUID() }),
      async () => {
        await bringTo(server, stockId, 'closed');
        return buy(wrong);
      },
      async () => {
        await bringTo(server, stockId, 'open');
        await set(poor, sql`verification_level = 1, country = 'DE'`);
        await passedSuitability(poor, false);
        return buy(wrong);
      },
      async () => {
        await set(poor, sql`verification_level = 3`);
        return buy(wrong);
      },
      async () => {
        await set(poor, sql`country = 'NO'`);
        return buy(wrong);
      },
      async () => {
        await changeTerms(server.db, stockId, sql`min_tier = 'standard'`);
        return buy(wrong);
      },
      async () => {
        await passedSuitability(poor, true);
        return buy(wrong);
      },
      () => buy({ ...wrong, unrestricted: true }),
      () => buy({ ...wrong, unrestricted: true, disclosure_version: 1, prospectus_version: 7 }),
      () => buy(may),
      async () => {
        await changeTerms(server.db, stockId, sql`min_quantity = 20`);
        return buy({ ...may, quantity: 10 });
      },
      () => buy({ ...may, quantity: 60 }),
      () => buy({ ...may, quantity: 50 }),
      () => buy({ ...may, quantity: 50, limit_price: '19.00' }),
      async () => {
        const { stockId: twice } = await applied(other, 10);
        return request('POST /api/ipo/buy', other.session, agreed(twice, 1_000));
      },
      () => buy(agreed(direct, 20)),
      () => buy(agreed(direct, 10)),
    ];
  },
  ['payments.paused'],
);

meets('ipo.amend', async () => {
  const { id, stockId } = await applied(ida, 10, { maxQuantity: 50 });
  const amend = (as: Payer, quantity: number, more: object = {}) =>
    request('POST /api/ipo/amend', as.session, { application_id: id, quantity, ...more });
  const limit = { price_type: 'limit', limit_price: '17.99' };
  return [
    () => amend(other, 5, limit),
    async () => {
      await bringTo(server, stockId, 'open', sql`closes_at = ${server.clock.now()}, min_quantity = 20`);
      return amend(ida, 5, limit);
    },
    async () => {
      await bringTo(server, stockId, 'open', sql`closes_at = ${inMs(hourMs)}`);
      return amend(ida, 5, limit);
    },
    () => amend(ida, 10, limit),
    () => amend(ida, 60, limit),
    () => amend(ida, 20, limit),
    async () => {
      const { id: dear } = await applied(other, 10);
      return request('POST /api/ipo/amend', other.session, { application_id: dear, quantity: 900 });
    },
  ];
});

meets('ipo.cancel', async () => {
  const { id, stockId } = await applied(ida);
  await bringTo(server, stockId, 'closed');
  const cancel = (as: Payer) => request('POST /api/ipo/cancel', as.session, { application_id: id });
  return [() => cancel(other), () => cancel(ida)];
});

meets('ipo.reconfirm', async () => {
  const poor = await newApplicant(server, 206_000n);
  const { id, stockId } = await applied(poor, 100);
  const confirm = (as: Payer) => request('POST /api/ipo/reconfirm', as.session, { application_id: id });
  const until = inMs(90 * 60_000);
  return [
    () => confirm(ida),
    () => confirm(poor),
    async () => {
      const terms = sql`final_price_minor = 2500, priced_at = ${server.clock.now()}, confirm_until = ${until}`;
      await bringTo(server, stockId, 'reconfirming', terms);
      const overdue = sql`state = 'reconfirm_required', confirm_until = ${server.clock.now()}`;
      await server.db.run(sql`update ipo_application set ${overdue} where id = ${id}`);
      return confirm(poor);
    },
    async () => {
      await server.db.run(sql`update ipo_application set confirm_until = ${until} where id = ${id}`);
      return confirm(poor);
    },
  ];
});

meets('ipo.sell', async () => {
  const waiting = await openOffering(server, { mode: 'direct' });
  await request('POST /api/ipo/buy', ida.session, agreed(waiting, 10));
  const stockId = await listedHolding(server, ida, { tradableInMs: dayMs });
  const sell = (as: Payer, stock_id: string, more: object = {}) =>
    request('POST /api/ipo/sell', as.session, { stock_id, quantity: 101, price: '30', ...more });
  return [
    () => sell(other, stockId),
    () => sell(ida, waiting),
    async () => {
      server.clock.advance(dayMs);
      return sell(ida, stockId);
    },
    () => sell(ida, stockId, { quantity: 100 }),
    async () => {
      await quote(server, stockId, 2900n);
      return sell(ida, stockId, { quantity: 100 });
    },
  ];
});

/** Shares in lock-up, and the calls for an early exit. */
async function lockedShares() {
  const stockId = await listedHolding(server, ida, { tradableInMs: dayMs });
  const ask101 = (as: Payer, quantity = 101) =>
    request('POST /api/ipo/early-exit-quote', as.session, { stock_id: stockId, quantity });
  const exit = (as: Payer, quote_id: string) => request('POST /api/ipo/early-exit', as.session, { quote_id });
  return { stockId, ask101, exit };
}

meets('ipo.early_exit_quote', async () => {
  const { stockId, ask101 } = await lockedShares();
  return [
    () => ask101(other),
    async () => {
      server.clock.advance(hourMs);
      return ask101(ida);
    },
    async () => {
      await changeTerms(server.db, stockId, sql`early_exit_bps = 1500`);
      return ask101(ida);
    },
    () => ask101(ida, 100),
  ];
});

meets('ipo.early_exit', async () => {
  const { stockId, ask101, exit } = await lockedShares();
  await changeTerms(server.db, stockId, sql`early_exit_bps = 1500`);
  const [first, second] = [(await ask101(ida, 60)).body.quote_id, (await ask101(ida, 60)).body.quote_id];
  const setFree = (at: Date) =>
    server.db.run(sql`
    update ipo_holding set tradable_at = ${at} where offering_id = ${stockId}`);
  const now = server.clock.now();
  await setFree(now);
  await server.db.run(sql`delete from ipo_price where offering_id = ${stockId}`);
  return [
    () => exit(other, second),
    // Replaced, and for shares that are free by now as well.
    () => exit(ida, first),
    () => exit(ida, second),
    async () => {
      await setFree(new Date(now.getTime() + dayMs));
      return exit(ida, second);
    },
    async () => {
      await quote(server, stockId, 2900n);
      return exit(ida, second);
    },
  ];
});

meets('ipo.history_file', async () => {
  const hans = await newApplicant(server);
  await applied(hans);
  await server.db.run(sql`
    insert into ipo_application (id, offering_id, client_id, wallet_id, currency, quantity, price_type, state, held_minor, price_low_seen_minor,
      price_high_seen_minor, prospectus_version, disclosure_version, fee_in_bps, fee_in_min_minor, fee_fixed_minor, reason, created_at, updated_at)
    select gen_random_uuid(), a.offering_id, a.client_id, a.wallet_id, a.currency, a.quantity, 'any', 'cancelled', 0, 1800, 2000, 0, 1, 300, 0, 0,
      'requested_by_client', a.created_at, a.updated_at
    from ipo_application a, generate_series(1, ${statementLimits.pdfRows}) where a.client_id = ${hans.wallet.clientId}`);
  const route = 'POST /api/ipo/history/file';
  return [
    () => withoutIpo((without, as) => without.call(route, { as, body: { format: 'pdf' } })),
    () => request(route, hans.session, { format: 'pdf' }),
  ];
});

for (const [name, field] of [
  ['ipo.offering', 'stock_id'],
  ['ipo.odds', 'stock_id'],
  ['ipo.basis', 'stock_id'],
  ['ipo.basis_file', 'stock_id'],
  ['ipo.application', 'application_id'],
  ['ipo.receipt', 'application_id'],
] as const) {
  // An unknown object, or another client’s.
  meets(name, async () => {
    const { id } = await applied(await newApplicant(server));
    const unknown = field === 'stock_id' ? randomUUID() : id;
    const more = name === 'ipo.odds' ? { lots: 1 } : {};
    return [() => request(ipoEndpoints[name].route, ida.session, { [field]: unknown, ...more })];
  });
}

meets('ipo.feed_read', () => [
  () => server.call('GET /api/ipo/calendar-feed/:token', { params: { token: 'nobody-knows' } }),
]);

for (const name of [
  'ipo.calendar',
  'ipo.my_ipo',
  'ipo.holdings',
  'ipo.history',
  'ipo.feed',
  'ipo.feed_create',
] as const) {
  meets(name, () => [() => withoutIpo((without, as) => without.call(ipoEndpoints[name].route, { as, body: {} }))]);
}

meets('ipo.submit_suitability', () => [
  () =>
    withoutIpo((without, as) =>
      without.call('POST /api/ipo/suitability', {
        as,
        body: {
          experience: 'none',
          allotment_is_uncertain: 'true',
          lock_up_means: 'cannot_sell',
          worst_case: 'lose_all',
          share_of_savings: 'below_tenth',
        },
      }),
    ),
]);

it('are all of the contract', () => expect(unmet()).toEqual([]));

let bare: TestServer | undefined;
afterAll(() => bare?.close());

async function withoutIpo<T>(run: (without: TestServer, as: Payer['session']) => Promise<T>): Promise<T> {
  if (!bare) await offerIpos((bare = await startServer()), false);
  return run(bare, await bare.register());
}
