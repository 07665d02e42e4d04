import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ipoDeskEndpoints } from '#contract/ipo-staff.ts';
import { sql } from '#server/platform/db/sql.ts';
import { bringTo, quote } from '#test/ipo.ts';
import { applyFor } from '#test/ipo-book.ts';
import { openDesk, someTerms } from '#test/ipo-staff.ts';
import { asker } from '#test/payments.ts';
import { refusalsOf } from '#test/refusals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const hourMs = 3_600_000;
const { meets, unmet } = refusalsOf(ipoDeskEndpoints);

type Name = keyof typeof ipoDeskEndpoints;

let server: TestServer;
let ines: Session;
let erik: Session;
let desk: ReturnType<typeof openDesk>;
beforeAll(async () => {
  server = await startServer();
  [ines, erik] = [await finance(), await finance()];
  desk = openDesk(server, ines);
});
afterAll(() => server.close());

async function finance(): Promise<Session> {
  const { user, password } = await server.register({ roles: ['client', 'finance'] });
  return server.signIn({ email: user.email, password, remember: true });
}

const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * hourMs);
const call = (name: Name, body: object, as = ines) => asker(server)(ipoDeskEndpoints[name].route, as, body);

/** An offering that may be brought to any state. */
async function someOffering(changes: object = {}): Promise<string> {
  const id = await desk.publish(changes);
  await bringTo(server, id, 'announced', sql`final_price_minor = 1900, lock_up_ends_at = ${inHours(1000)}`);
  return id;
}

const bring = (id: string, state: string, changes = sql`version = version`) =>
  bringTo(server, id, state, sql`postponed_from = ${state === 'postponed' ? 'announced' : null}, ${changes}`);

/** A key that was used for something else. */
async function usedKey(): Promise<string> {
  const key = randomUUID();
  await server.db.run(sql`
    insert into act_request (owner_id, key, fingerprint, result_id, at)
    values (${ines.user.id}, ${key}, 'of another', ${randomUUID()}, ${server.clock.now()})`);
  return key;
}

const misused = async (name: Name, body: object) =>
  asker(server)(ipoDeskEndpoints[name].route, ines, body, await usedKey());

/** What every act on an offering begins with. `more` is wrong as well, where the act refuses more than this. */
const always = (name: Name, id: string, { not, more = {} }: { not: string; more?: object }) => [
  () => misused(name, { stock_id: randomUUID(), ...more }),
  () => call(name, { stock_id: randomUUID(), ...more }),
  async () => {
    await bring(id, not);
    return call(name, { stock_id: id, ...more });
  },
];

/** The same of acts on what somebody has seen. */
const saved = (name: Name, id: string, { not, at, more = {} }: { not: string; at: string; more?: object }) => [
  ...always(name, id, { not, more: { version: 999, ...more } }),
  async () => {
    await bring(id, at);
    return call(name, { stock_id: id, version: 999, ...more });
  },
];

/** With the version that is there now. */
const now = async (name: Name, id: string, body: object) => {
  const { version } = await server.db.one<{ version: number }>(sql`select version from ipo_offering where id = ${id}`);
  return call(name, { stock_id: id, version, ...body });
};

/** Terms that are mended one by one; each is refused for what is still wrong. */
const faults = [
  { currency: 'XXX' },
  { price_low: '18.001' },
  { price_high: '17.00', mode: 'direct' },
  { mode: 'direct', quota: 1005 },
  { quota: 1005, shares_offered: 990 },
  { shares_offered: 990, closes_at: '2020-01-01T00:00:00Z' },
  { closes_at: '2020-01-01T00:00:00Z' },
];

meets('ipo_desk.create', async () => {
  const ticker = 'TWICE';
  await desk.create({ ticker });
  return [
    () => misused('ipo_desk.create', someTerms(server, { ticker, currency: 'XXX' })),
    ...faults.map((fault) => () => call('ipo_desk.create', someTerms(server, { ticker, ...fault }))),
    () => call('ipo_desk.create', someTerms(server, { ticker })),
  ];
});

meets('ipo_desk.edit', async () => {
  const ticker = 'TAKEN';
  await desk.create({ ticker });
  const id = await someOffering();
  const terms = someTerms(server, { ticker });
  return [
    ...saved('ipo_desk.edit', id, { not: 'archived', at: 'announced', more: { ...terms, currency: 'XXX' } }),
    ...faults.map((fault) => () => now('ipo_desk.edit', id, { ...terms, ...fault })),
    () => now('ipo_desk.edit', id, { ...terms, currency: 'EUR' }),
    () => now('ipo_desk.edit', id, terms),
  ];
});

for (const [name, not, at, more] of [
  ['ipo_desk.write_text', 'archived', 'announced', { language: 'en', about: 'Ships.', risks: 'Storms.' }],
  ['ipo_desk.set_prospectus', 'announced', 'draft', { url: 'https://example.com/p.pdf' }],
  ['ipo_desk.supplement', 'draft', 'open', { url: 'https://example.com/p.pdf', note: 'New accounts.' }],
  ['ipo_desk.postpone', 'priced', 'open', { note: 'A week later.' }],
  ['ipo_desk.withdraw', 'listed', 'open', { note: 'The market has turned.' }],
] as const) {
  meets(name, async () => saved(name, await someOffering(), { not, at, more }));
}

meets('ipo_desk.publish', async () => {
  const { body } = await desk.create();
  const id = body.stock_id;
  const publish = () => now('ipo_desk.publish', id, {});
  const passed = sql`opens_at = ${inHours(-2)}, closes_at = ${inHours(-1)}, lock_up_ends_at = ${inHours(1)}, final_price_minor = 1900`;
  await bringTo(server, id, 'draft', passed);
  return [
    ...saved('ipo_desk.publish', id, { not: 'archived', at: 'draft' }),
    publish,
    async () => {
      await desk.act('text', id, { language: 'en', about: 'Ships.', risks: 'Storms.' });
      return publish();
    },
    async () => {
      await desk.act('prospectus', id, { url: 'https://example.com/p.pdf' });
      return publish();
    },
  ];
});

meets('ipo_desk.resume', async () => {
  const id = await someOffering();
  const times = { opens_at: inHours(2).toISOString(), closes_at: inHours(1).toISOString(), listed_at: null };
  return [
    ...saved('ipo_desk.resume', id, { not: 'open', at: 'postponed', more: times }),
    async () => {
      await server.db.run(sql`update ipo_offering set postponed_from = 'open' where id = ${id}`);
      return now('ipo_desk.resume', id, times);
    },
    async () => {
      await server.db.run(sql`update ipo_offering set postponed_from = 'announced' where id = ${id}`);
      return now('ipo_desk.resume', id, times);
    },
  ];
});

meets('ipo_desk.propose_price', async () => {
  const id = await someOffering();
  const propose = (price: string) => now('ipo_desk.propose_price', id, { price });
  return [
    ...saved('ipo_desk.propose_price', id, { not: 'open', at: 'closed', more: { price: '19.001' } }),
    async () => {
      await propose('19.00');
      return propose('19.001');
    },
    async () => {
      await server.db.run(sql`
        update ipo_proposal set decision = 'withdrawn', decided_by = proposed_by, decided_at = proposed_at where offering_id = ${id}`);
      return propose('19.001');
    },
  ];
});

meets('ipo_desk.propose_allotment', async () => {
  const id = await someOffering();
  const wrong = { method: 'manual', manual_csv: 'nobody,10' };
  const propose = (body: object = wrong) => now('ipo_desk.propose_allotment', id, body);
  return [
    ...saved('ipo_desk.propose_allotment', id, { not: 'closed', at: 'priced', more: wrong }),
    async () => {
      await applyFor(server.db, id, 10);
      await propose({ method: 'pro_rata' });
      await bring(id, 'priced', sql`cancel_until = ${inHours(1)}`);
      await bookOf(id, 'cancelled');
      return propose();
    },
    async () => {
      await server.db.run(sql`
        update ipo_proposal set decision = 'withdrawn', decided_by = proposed_by, decided_at = proposed_at where offering_id = ${id}`);
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

meets('ipo_desk.decide', async () => {
  const id = await someOffering({ quota: 100 });
  await applyFor(server.db, id, 100);
  await applyFor(server.db, id, 100);
  await bring(id, 'priced');
  const { body } = await now('ipo_desk.propose_allotment', id, { method: 'full' });
  const proposal_id = (body as Awaited<ReturnType<typeof desk.read>>).proposals[0]?.id ?? '';
  const decide = (as: Session, proposal = proposal_id) =>
    call('ipo_desk.decide', { proposal_id: proposal, decision: 'approve' }, as);
  const setProposal = (changes: ReturnType<typeof sql>) =>
    server.db.run(sql`update ipo_proposal set ${changes} where id = ${proposal_id}`);
  return [
    () => misused('ipo_desk.decide', { proposal_id: randomUUID(), decision: 'approve' }),
    () => decide(ines, randomUUID()),
    async () => {
      await setProposal(sql`decision = 'rejected', decided_by = ${erik.user.id}, decided_at = proposed_at`);
      return decide(ines);
    },
    () => decide(erik),
    async () => {
      const listed = await someOffering();
      await bring(listed, 'listed');
      await now('ipo_desk.propose_quote', listed, { price: '20.00' });
      await quote(server, listed, 1950n);
      return decide(erik, (await desk.read(listed)).proposals[0]?.id);
    },
    async () => {
      await setProposal(sql`decision = null, decided_by = null, decided_at = null`);
      await bring(id, 'open', sql`cancel_until = ${inHours(1)}`);
      await bookOf(id, 'cancelled');
      return decide(erik);
    },
    async () => {
      await bring(id, 'priced');
      return decide(erik);
    },
    async () => {
      await bring(id, 'priced', sql`cancel_until = null`);
      return decide(erik);
    },
    async () => {
      await bookOf(id, 'submitted');
      return decide(erik);
    },
    async () => {
      // What is proposed never changes; here the book has changed since, which is as good.
      await server.db.tx(async (tx) => {
        await tx.run(sql`alter table ipo_proposal disable trigger ipo_proposal_fixed`);
        await tx.run(sql`
          update ipo_proposal set params = '{"method": "manual", "manual_csv": "1,10"}' where id = ${proposal_id}`);
        await tx.run(sql`alter table ipo_proposal enable trigger ipo_proposal_fixed`);
      });
      return decide(erik);
    },
  ];
});

meets('ipo_desk.withdraw_proposal', async () => {
  const id = await someOffering();
  await bring(id, 'closed');
  await now('ipo_desk.propose_price', id, { price: '19.00' });
  const proposal_id = (await desk.read(id)).proposals[0]?.id ?? '';
  const takeBack = (as: Session, proposal = proposal_id) =>
    call('ipo_desk.withdraw_proposal', { proposal_id: proposal }, as);
  return [
    () => misused('ipo_desk.withdraw_proposal', { proposal_id: randomUUID() }),
    () => takeBack(erik, randomUUID()),
    async () => {
      await takeBack(ines);
      return takeBack(erik);
    },
    () => takeBack(ines),
  ];
});

meets('ipo_desk.book_file', () => [
  () => server.call('GET /api/staff/ipo/book/file', { as: ines, query: { stock_id: randomUUID() } }),
]);

meets('ipo_desk.manual_file', () => [() => call('ipo_desk.manual_file', { proposal_id: randomUUID() })]);

meets('ipo_desk.reject', async () => {
  const id = await someOffering();
  const [own, foreign] = [await applyFor(server.db, id, 10), await applyFor(server.db, id, 10)];
  await server.db.run(sql`alter table ipo_application disable trigger user`);
  await server.db.run(sql`update ipo_application set client_id = ${ines.user.id} where id = ${own.id}`);
  await server.db.run(sql`alter table ipo_application enable trigger user`);
  const rejection = (application_id: string) => ({ application_id, reason: 'mood', note: 'Asked twice.' });
  await bring(id, 'listed');
  return [
    () => misused('ipo_desk.reject', rejection(randomUUID())),
    () => call('ipo_desk.reject', rejection(randomUUID())),
    () => call('ipo_desk.reject', rejection(own.id)),
    () => call('ipo_desk.reject', rejection(foreign.id)),
    async () => {
      const another = await someOffering();
      return call('ipo_desk.reject', rejection((await applyFor(server.db, another, 10)).id));
    },
  ];
});

meets('ipo_desk.propose_listing', async () => {
  const id = await someOffering();
  const early = { listed_at: '2026-01-01T00:00:00Z', first_price: '20.001' };
  const list = (body: object) => now('ipo_desk.propose_listing', id, body);
  return [
    ...saved('ipo_desk.propose_listing', id, { not: 'priced', at: 'allotted', more: early }),
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

meets('ipo_desk.propose_quote', async () => {
  const id = await someOffering();
  const price = '20.001';
  return [
    ...saved('ipo_desk.propose_quote', id, { not: 'closed', at: 'listed', more: { price } }),
    () => whileOpen(id, () => now('ipo_desk.propose_quote', id, { price })),
    () => now('ipo_desk.propose_quote', id, { price }),
  ];
});

meets('ipo_desk.archive', async () => {
  const id = await someOffering();
  await applyFor(server.db, id, 10);
  return [...saved('ipo_desk.archive', id, { not: 'open', at: 'withdrawn' }), () => now('ipo_desk.archive', id, {})];
});

meets('ipo_desk.preview', async () => {
  const id = await someOffering();
  const preview = (stock_id: string) => call('ipo_desk.preview', { stock_id, act: 'price', price: '19.001' });
  return [
    () => preview(randomUUID()),
    () => preview(id),
    async () => {
      await bring(id, 'closed');
      return preview(id);
    },
  ];
});

for (const name of ['ipo_desk.offering', 'ipo_desk.book', 'ipo_desk.compare'] as const) {
  meets(name, () => [() => call(name, { stock_id: randomUUID() })]);
}

it('are all of the contract', () => expect(unmet()).toEqual([]));

/** While something else about the offering waits for a second person. */
async function whileOpen<Answer>(id: string, act: () => Promise<Answer>): Promise<Answer> {
  const [proposal, at] = [randomUUID(), server.clock.now()];
  await server.db.run(sql`
    insert into ipo_proposal (id, offering_id, act, params, clients, amount_minor, proposed_by, proposed_at)
    values (${proposal}, ${id}, 'price', '{"price_minor": "1900"}', 0, 0, ${ines.user.id}, ${at})`);
  const answer = await act();
  await server.db.run(sql`
    update ipo_proposal set decision = 'withdrawn', decided_by = proposed_by, decided_at = proposed_at where id = ${proposal}`);
  return answer;
}

/** Lets everybody be in the book, or nobody. */
async function bookOf(id: string, state: 'submitted' | 'cancelled'): Promise<void> {
  await server.db.run(sql`alter table ipo_application disable trigger ipo_application_transitions`);
  await server.db.run(sql`update ipo_application set state = ${state} where offering_id = ${id}`);
  await server.db.run(sql`alter table ipo_application enable trigger ipo_application_transitions`);
}
