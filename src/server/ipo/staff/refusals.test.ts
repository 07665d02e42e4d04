import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ipoStaffEndpoints } from '#contract/ipo/staff-endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { bringTo, quote } from '#test/ipo/offerings.ts';
import { applyFor } from '#test/ipo/book.ts';
import { openStaffScreen, someTerms } from '#test/ipo/staff.ts';
import { asker } from '#test/money/payments.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const hourMs = 3_600_000;
const { meets, unmet } = refusalsOf(ipoStaffEndpoints);

type Name = keyof typeof ipoStaffEndpoints;

let server: TestServer;
let ines: Session;
let erik: Session;
let staff: ReturnType<typeof openStaffScreen>;
beforeAll(async () => {
  server = await startServer();
  [ines, erik] = [await finance(), await finance()];
  staff = openStaffScreen(server, ines);
});
afterAll(() => server.close());

async function finance(): Promise<Session> {
  const { user, password } = await server.register({ roles: ['client', 'finance'] });
  return server.signIn({ email: user.email, password, remember: true });
}

const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * hourMs);
const call = (name: Name, body: object, as = ines) => asker(server)(ipoStaffEndpoints[name].route, as, body);

/** An offering that can be put into any state. */
async function someOffering(changes: object = {}): Promise<string> {
  const id = await staff.publish(changes);
  await bringTo(server, id, 'announced', sql`final_price_minor = 1900, lock_up_ends_at = ${inHours(1000)}`);
  return id;
}

const bring = (id: string, state: string, changes = sql`version = version`) =>
  bringTo(server, id, state, sql`postponed_from = ${state === 'postponed' ? 'announced' : null}, ${changes}`);

/** A key that was used for another request. */
async function usedKey(): Promise<string> {
  const key = randomUUID();
  await server.db.run(sql`
    insert into idempotency_key (owner_id, key, fingerprint, result_id, at)
    values (${ines.user.id}, ${key}, 'of another', ${randomUUID()}, ${server.clock.now()})`);
  return key;
}

const misused = async (name: Name, body: object) =>
  asker(server)(ipoStaffEndpoints[name].route, ines, body, await usedKey());

/**
 * The checks with which every action on an offering starts. `more` is wrong as well, where the action refuses more than
 * this.
 */
const always = (name: Name, id: string, { not, more = {} }: { not: string; more?: object }) => [
  () => misused(name, { stock_id: randomUUID(), ...more }),
  () => call(name, { stock_id: randomUUID(), ...more }),
  async () => {
    await bring(id, not);
    return call(name, { stock_id: id, ...more });
  },
];

/** The same for actions on a version. */
const saved = (name: Name, id: string, { not, at, more = {} }: { not: string; at: string; more?: object }) => [
  ...always(name, id, { not, more: { version: 999, ...more } }),
  async () => {
    await bring(id, at);
    return call(name, { stock_id: id, version: 999, ...more });
  },
];

/** With the present version. */
const now = async (name: Name, id: string, body: object) => {
  const { version } = await server.db.one<{ version: number }>(sql`select version from ipo_offering where id = ${id}`);
  return call(name, { stock_id: id, version, ...body });
};

/** Terms that are fixed one by one; each call is refused for what is still wrong. */
const faults = [
  { currency: 'XXX' },
  { price_low: '18.001' },
  { price_high: '17.00', mode: 'direct' },
  { mode: 'direct', quota: 1005 },
  { quota: 1005, shares_offered: 990 },
  { shares_offered: 990, closes_at: '2020-01-01T00:00:00Z' },
  { closes_at: '2020-01-01T00:00:00Z' },
];

meets('ipo_staff.create', async () => {
  const ticker = 'TWICE';
  await staff.create({ ticker });
  return [
    () => misused('ipo_staff.create', someTerms(server, { ticker, currency: 'XXX' })),
    ...faults.map((fault) => () => call('ipo_staff.create', someTerms(server, { ticker, ...fault }))),
    () => call('ipo_staff.create', someTerms(server, { ticker })),
  ];
});

meets('ipo_staff.edit', async () => {
  const ticker = 'TAKEN';
  await staff.create({ ticker });
  const id = await someOffering();
  const terms = someTerms(server, { ticker });
  return [
    ...saved('ipo_staff.edit', id, { not: 'archived', at: 'announced', more: { ...terms, currency: 'XXX' } }),
    ...faults.map((fault) => () => now('ipo_staff.edit', id, { ...terms, ...fault })),
    () => now('ipo_staff.edit', id, { ...terms, currency: 'EUR' }),
    () => bring(id, 'draft').then(() => now('ipo_staff.edit', id, terms)),
  ];
});

for (const [name, not, at, more] of [
  ['ipo_staff.write_text', 'archived', 'announced', { language: 'en', about: 'Ships.', risks: 'Storms.' }],
  ['ipo_staff.set_prospectus', 'announced', 'draft', { url: 'https://example.com/p.pdf' }],
  ['ipo_staff.supplement', 'draft', 'open', { url: 'https://example.com/p.pdf', note: 'New accounts.' }],
  ['ipo_staff.postpone', 'priced', 'open', { note: 'A week later.' }],
  ['ipo_staff.withdraw', 'listed', 'open', { note: 'The market has turned.' }],
] as const) {
  meets(name, async () => saved(name, await someOffering(), { not, at, more }));
}

meets('ipo_staff.publish', async () => {
  const { body } = await staff.create();
  const id = body.stock_id;
  const publish = () => now('ipo_staff.publish', id, {});
  const passed = sql`opens_at = ${inHours(-2)}, closes_at = ${inHours(-1)}, lock_up_ends_at = ${inHours(1)}, final_price_minor = 1900`;
  await bringTo(server, id, 'draft', passed);
  return [
    ...saved('ipo_staff.publish', id, { not: 'archived', at: 'draft' }),
    async () => {
      const ready = await staff.draft();
      await staff.action('publish', ready);
      return now('ipo_staff.publish', ready, {});
    },
    publish,
    async () => {
      await staff.action('text', id, { language: 'en', about: 'Ships.', risks: 'Storms.' });
      return publish();
    },
    async () => {
      await staff.action('prospectus', id, { url: 'https://example.com/p.pdf' });
      return publish();
    },
  ];
});

meets('ipo_staff.resume', async () => {
  const id = await someOffering();
  const times = { opens_at: inHours(2).toISOString(), closes_at: inHours(1).toISOString(), listed_at: null };
  return [
    ...saved('ipo_staff.resume', id, { not: 'open', at: 'postponed', more: times }),
    async () => {
      await server.db.run(sql`update ipo_offering set postponed_from = 'open' where id = ${id}`);
      return now('ipo_staff.resume', id, times);
    },
    async () => {
      await server.db.run(sql`update ipo_offering set postponed_from = 'announced' where id = ${id}`);
      return now('ipo_staff.resume', id, times);
    },
  ];
});

meets('ipo_staff.propose_price', async () => {
  const id = await someOffering();
  const propose = (price: string) => now('ipo_staff.propose_price', id, { price });
  return [
    ...saved('ipo_staff.propose_price', id, { not: 'open', at: 'closed', more: { price: '19.001' } }),
    async () => {
      await propose('19.00');
      return propose('19.001');
    },
    async () => {
      await server.db.run(sql`
        update approval_request set state = 'withdrawn', decided_by = author_id, decided_at = created_at where offering_id = ${id} and state = 'open'`);
      return propose('19.001');
    },
  ];
});

meets('ipo_staff.propose_allotment', async () => {
  const id = await someOffering();
  const wrong = { method: 'manual', manual_csv: 'nobody,10' };
  const propose = (body: object = wrong) => now('ipo_staff.propose_allotment', id, body);
  return [
    ...saved('ipo_staff.propose_allotment', id, { not: 'closed', at: 'priced', more: wrong }),
    async () => {
      await applyFor(server.db, id, 10);
      await propose({ method: 'pro_rata' });
      await bring(id, 'priced', sql`cancel_until = ${inHours(1)}`);
      await bookOf(id, 'cancelled');
      return propose();
    },
    async () => {
      await server.db.run(sql`
        update approval_request set state = 'withdrawn', decided_by = author_id, decided_at = created_at where offering_id = ${id} and state = 'open'`);
      return propose();
    },
    async () => {
      await bring(id, 'priced', sql`cancel_until = null`);
      return propose();
    },
    async () => {
      await bookOf(id, 'submitted');
      return propose();
    },
  ];
});

meets('ipo_staff.decide', async () => {
  const id = await someOffering({ quota: 100 });
  await applyFor(server.db, id, 100);
  await applyFor(server.db, id, 100);
  await bring(id, 'priced');
  const { body } = await now('ipo_staff.propose_allotment', id, { method: 'full' });
  const approval_request_id = (body as Awaited<ReturnType<typeof staff.read>>).approval_requests[0]?.id ?? '';
  const decide = (as: Session, approvalRequest = approval_request_id) =>
    call('ipo_staff.decide', { approval_request_id: approvalRequest, decision: 'approve' }, as);
  /** A draft that changes after its announcement was requested. */
  const decidedAfter = async (changed: (of: string) => ReturnType<typeof sql>) => {
    const draft = await staff.draft();
    await staff.action('publish', draft);
    await server.db.run(changed(draft));
    return decide(erik, (await staff.read(draft)).approval_requests[0]?.id);
  };
  /** Past the guard: a request never changes. */
  const rewriteRequest = (changes: ReturnType<typeof sql>) =>
    server.db.tx(async (tx) => {
      await tx.run(sql`alter table approval_request disable trigger approval_request_guard`);
      await tx.run(sql`update approval_request set ${changes} where id = ${approval_request_id}`);
      await tx.run(sql`alter table approval_request enable trigger approval_request_guard`);
    });
  return [
    () => misused('ipo_staff.decide', { approval_request_id: randomUUID(), decision: 'approve' }),
    () => decide(ines, randomUUID()),
    async () => {
      await rewriteRequest(sql`state = 'declined', decided_by = ${erik.user.id}, decided_at = created_at`);
      return decide(ines);
    },
    () => decide(erik),
    async () => {
      await rewriteRequest(sql`state = 'open', decided_by = null, decided_at = null`);
      await bookOf(id, 'cancelled');
      return decide(erik);
    },
    async () => {
      const listed = await someOffering();
      await bring(listed, 'listed');
      await now('ipo_staff.propose_quote', listed, { price: '20.00' });
      await quote(server, listed, 1950n);
      return decide(erik, (await staff.read(listed)).approval_requests[0]?.id);
    },
    async () => {
      await bring(id, 'open', sql`cancel_until = ${inHours(1)}`);
      await bookOf(id, 'submitted');
      return decide(erik);
    },
    ...[
      (of: string) => sql`delete from ipo_offering_text where offering_id = ${of}`,
      (of: string) => sql`delete from ipo_prospectus where offering_id = ${of}`,
      (of: string) => sql`update ipo_offering set opens_at = '2020-01-01', closes_at = '2020-01-02' where id = ${of}`,
    ].map((changed) => () => decidedAfter(changed)),
    () => bring(id, 'priced').then(() => decide(erik)),
    () => bring(id, 'priced', sql`cancel_until = null`).then(() => decide(erik)),
    async () => {
      // Here the rights of a client have changed since, which has the same effect.
      await rewriteRequest(sql`value = '{"method": "manual", "manual_csv": "1,10"}'`);
      return decide(erik);
    },
  ];
});

meets('ipo_staff.withdraw_request', async () => {
  const id = await someOffering();
  await bring(id, 'closed');
  await now('ipo_staff.propose_price', id, { price: '19.00' });
  const approval_request_id = (await staff.read(id)).approval_requests[0]?.id ?? '';
  const takeBack = (as: Session, approvalRequest = approval_request_id) =>
    call('ipo_staff.withdraw_request', { approval_request_id: approvalRequest }, as);
  return [
    () => misused('ipo_staff.withdraw_request', { approval_request_id: randomUUID() }),
    () => takeBack(erik, randomUUID()),
    async () => {
      await takeBack(ines);
      return takeBack(erik);
    },
    () => takeBack(ines),
  ];
});

meets('ipo_staff.book_file', () => [
  () => server.call('GET /api/staff/ipo/book/file', { as: ines, query: { stock_id: randomUUID() } }),
]);

meets('ipo_staff.manual_file', () => [() => call('ipo_staff.manual_file', { approval_request_id: randomUUID() })]);

meets('ipo_staff.reject', async () => {
  const id = await someOffering();
  const [own, foreign] = [await applyFor(server.db, id, 10), await applyFor(server.db, id, 10)];
  await server.db.run(sql`alter table ipo_application disable trigger user`);
  await server.db.run(sql`update ipo_application set client_id = ${ines.user.id} where id = ${own.id}`);
  await server.db.run(sql`alter table ipo_application enable trigger user`);
  const rejection = (application_id: string) => ({ application_id, reason: 'mood', note: 'Asked twice.' });
  await bring(id, 'listed');
  return [
    () => misused('ipo_staff.reject', rejection(randomUUID())),
    () => call('ipo_staff.reject', rejection(randomUUID())),
    () => call('ipo_staff.reject', rejection(own.id)),
    () => call('ipo_staff.reject', rejection(foreign.id)),
    async () => {
      const another = await someOffering();
      return call('ipo_staff.reject', rejection((await applyFor(server.db, another, 10)).id));
    },
  ];
});

meets('ipo_staff.propose_listing', async () => {
  const id = await someOffering();
  const early = { listed_at: '2026-01-01T00:00:00Z', first_price: '20.001' };
  const list = (body: object) => now('ipo_staff.propose_listing', id, body);
  return [
    ...saved('ipo_staff.propose_listing', id, { not: 'priced', at: 'allotted', more: early }),
    () => whileOpen(id, () => list(early)),
    () => list(early),
    async () => {
      await bring(
        id,
        'allotted',
        sql`settled_at = ${server.clock.now()}, opens_at = ${inHours(-2)}, closes_at = ${inHours(-1)}`,
      );
      return list(early);
    },
    () => list({ ...early, listed_at: server.clock.now().toISOString() }),
  ];
});

meets('ipo_staff.propose_quote', async () => {
  const id = await someOffering();
  const price = '20.001';
  return [
    ...saved('ipo_staff.propose_quote', id, { not: 'closed', at: 'listed', more: { price } }),
    () => whileOpen(id, () => now('ipo_staff.propose_quote', id, { price })),
    () => now('ipo_staff.propose_quote', id, { price }),
  ];
});

meets('ipo_staff.archive', async () => {
  const id = await someOffering();
  await applyFor(server.db, id, 10);
  return [...saved('ipo_staff.archive', id, { not: 'open', at: 'withdrawn' }), () => now('ipo_staff.archive', id, {})];
});

meets('ipo_staff.preview', async () => {
  const id = await someOffering();
  const preview = (stock_id: string) => call('ipo_staff.preview', { stock_id, action: 'price', price: '19.001' });
  return [
    () => preview(randomUUID()),
    () => preview(id),
    async () => {
      await bring(id, 'closed');
      return preview(id);
    },
  ];
});

for (const name of ['ipo_staff.offering', 'ipo_staff.book', 'ipo_staff.compare'] as const) {
  meets(name, () => [() => call(name, { stock_id: randomUUID() })]);
}

it('are all of the contract', () => expect(unmet()).toEqual([]));

/** Runs an action while another request about the offering is open. */
async function whileOpen<ResponseBody>(id: string, action: () => Promise<ResponseBody>): Promise<ResponseBody> {
  const [approvalRequest, at] = [randomUUID(), server.clock.now()];
  await server.db.run(sql`
    insert into approval_request (id, kind, key, action, was, value, author_id, created_at)
    values (${approvalRequest}, 'offering', ${id}, 'price', '{"clients": 0, "amount_minor": "0"}', '{"price_minor": "1900"}', ${ines.user.id}, ${at})`);
  const response = await action();
  await server.db.run(sql`
    update approval_request set state = 'withdrawn', decided_by = author_id, decided_at = created_at where id = ${approvalRequest}`);
  return response;
}

/** Fills the book with all applications, or empties it. */
async function bookOf(id: string, state: 'submitted' | 'cancelled'): Promise<void> {
  await server.db.run(sql`alter table ipo_application disable trigger ipo_application_transitions`);
  await server.db.run(sql`update ipo_application set state = ${state} where offering_id = ${id}`);
  await server.db.run(sql`alter table ipo_application enable trigger ipo_application_transitions`);
}
