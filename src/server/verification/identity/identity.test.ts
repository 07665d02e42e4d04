import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkEndpoints } from '#contract/verification/check-endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { decide, declared, send } from '#test/compliance/verification.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { connectTo } from '#test/external-services/connect.ts';
import { startSumsub, type SumsubLie } from '#test/external-services/stand-ins.ts';
import { asker } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { judge } from './judge.ts';

let server: TestServer;
let sumsub: Awaited<ReturnType<typeof startSumsub>>;
let connection: Awaited<ReturnType<typeof connectTo>>;
let viktor: Session;

beforeAll(async () => {
  server = await startServer();
  sumsub = await startSumsub({
    appToken: 'prd:token',
    secretKey: 'secret-key',
    webhookSecret: 'webhook-secret',
    level: 'basic-kyc-level',
    now: () => server.clock.now(),
    silenceMs: 200,
  });
  await reconnect();
  viktor = await server.register({ roles: ['client', 'compliance'] });
});
afterAll(async () => {
  await server.close();
  await sumsub.close();
});
beforeEach(async () => {
  await server.db.run(sql`delete from rate_window`);
  sumsub.onStrike(() => {});
  sumsub.beHonest();
});

async function reconnect(): Promise<void> {
  connection = await connectTo(server, {
    port: 'identity',
    adapter: 'sumsub',
    settings: { level_name: 'basic-kyc-level', digest: 'HMAC_SHA256_HEX', stand_in: sumsub.url },
    secrets: { app_token: 'prd:token', secret_key: 'secret-key', webhook_secret: 'webhook-secret' },
  });
  sumsub.of.reportTo = `${server.url}${new URL(connection.hookUrl).pathname}`;
}
const begin = (as: Session) => server.call('POST /api/verification/identity-check', { as, body: {} });
const shown = async (as: Session) => (await server.call('POST /api/verification', { as, body: {} })).body;
const checkOf = async (as: Session) => (await shown(as)).identity_check;
const caseOf = async (client: Session) =>
  (await server.call('POST /api/staff/verification/case', { as: viktor, body: { client_id: client.user.id } })).body;
const applicantOf = (as: Session) => {
  const found = sumsub.applicants.filter(({ externalUserId }) => externalUserId === as.user.id);
  expect(found).toHaveLength(1);
  return found[0]!;
};
const take = (client: Session) =>
  asker(server)('POST /api/staff/verification/assign', viktor, { client_id: client.user.id });
const note = async (client: Session, more: object = {}) =>
  asker(server)('POST /api/staff/verification/identity-check', viktor, {
    client_id: client.user.id,
    check_id: (await caseOf(client)).identity_checks[0]?.id ?? crypto.randomUUID(),
    note: 'Called them.',
    ...more,
  });
/** In each call of a kind; the look-ups of other clients may come in between. */
const lieIn = (method: string, path: RegExp, lie: Parameters<typeof sumsub.lie>[0]) =>
  sumsub.onStrike((moment, at, by) => {
    if (moment === 'before' && by === method && path.test(at)) sumsub.lie(lie);
  });
/** Every event of this client has ended. */
async function handled(client: Session): Promise<void> {
  await expect
    .poll(async () => {
      await server.app.jobs.run('connections.handle_events');
      return server.db.rows(sql`select from inbox_event where state = 'waiting' and ref = ${client.user.id}`);
    })
    .toEqual([]);
}

async function begun(): Promise<Session> {
  const client = await declared(server);
  expect((await begin(client)).status).toBe(200);
  return client;
}

/** A client about whom the provider has decided, and perhaps lies. */
async function acted(what: Parameters<typeof sumsub.act>[1], lie: SumsubLie | null = null): Promise<Session> {
  const client = await begun();
  applicantOf(client).lie = lie;
  await sumsub.act(applicantOf(client), what);
  await handled(client);
  return client;
}

describe('a check', () => {
  it('goes by a link, and what the provider approves waits for staff like a document', async () => {
    const client = await declared(server);
    expect(await checkOf(client)).toEqual({ provider: 'sumsub', open: true, state: null, reasons: [] });
    const { body } = await begin(client);
    expect(body.url).toBe(`${sumsub.url}/link/${applicantOf(client).id}`);
    expect(await checkOf(client)).toMatchObject({ open: true, state: 'waiting' });
    await sumsub.act(applicantOf(client), 'approve');
    await handled(client);
    const { identity_checks: checks, documents, row } = await caseOf(client);
    expect(checks).toMatchObject([{ state: 'approved', name: 'IDA BERG', differs: [], problem: null }]);
    expect(documents).toMatchObject([{ kind: 'identity', type: 'passport', state: 'pending', files: [] }]);
    expect(row).toMatchObject({ level: 1, waiting: ['identity', 'phone'] });
    expect(await checkOf(client)).toMatchObject({ open: false, state: 'approved' });
    const decided = await decide(server, viktor, client, documents[0]?.id ?? '', { decision: 'approve' });
    expect(decided.body.documents).toMatchObject([{ state: 'approved' }]);
    // What was decided stays, whatever comes again.
    await sumsub.report(applicantOf(client), 'applicantReviewed');
    await handled(client);
    expect((await caseOf(client)).documents).toHaveLength(1);
  });

  it('sends the provider a reference, and neither name nor email', async () => {
    const client = await begun();
    const bodies = sumsub.calls
      .map(({ body, url }) => `${url.href} ${body}`)
      .filter((text) => text.includes(client.user.id));
    expect(bodies.length).toBeGreaterThan(1);
    for (const body of bodies) {
      expect(body).not.toContain('Berg');
      expect(body).not.toContain(client.user.email);
    }
  });

  it('has one applicant, however often and at once it is begun', async () => {
    const client = await declared(server);
    await Promise.all([begin(client), begin(client), begin(client)]);
    expect((await begin(client)).status).toBe(200);
    expect(applicantOf(client).externalUserId).toBe(client.user.id);
  });

  it.each(['reset', 'empty', 'html', 'busy', 'wrong_types'] as const)(
    'has one applicant after the lie %s',
    async (lie) => {
      const client = await declared(server);
      lieIn('POST', /applicants$/, lie);
      expect((await begin(client)).refusal.code).toBe('verification.check_unreachable');
      sumsub.onStrike(() => {});
      expect((await begin(client)).status).toBe(200);
      expect(applicantOf(client).externalUserId).toBe(client.user.id);
    },
  );

  it('that has to be repeated names our reasons, and stays open', async () => {
    const client = await acted('retry');
    const check = await checkOf(client);
    expect(check).toMatchObject({ open: true, state: 'again' });
    expect(check?.reasons.map(({ code }) => code)).toEqual(['unreadable', 'side_missing']);
    expect((await caseOf(client)).identity_checks).toMatchObject([{ problem: null }]);
    await sumsub.act(applicantOf(client), 'approve');
    await handled(client);
    expect((await caseOf(client)).documents).toMatchObject([{ state: 'pending' }]);
  });

  it('that is rejected for good waits for staff until they have noted what they did', async () => {
    const client = await acted('reject');
    expect(await caseOf(client)).toMatchObject({
      row: { waiting: ['identity', 'phone'] },
      identity_checks: [{ state: 'rejected', problem: 'rejected', labels: ['FORGERY'], noted: null }],
    });
    expect((await begin(client)).refusal.code).toBe('verification.final');
    await take(client);
    const noted = await note(client);
    expect(noted.body).toMatchObject({
      row: { waiting: ['phone'] },
      identity_checks: [{ noted: { note: 'Called them.' } }],
    });
    // The same answer again opens nothing.
    await sumsub.report(applicantOf(client), 'applicantReviewed');
    await handled(client);
    expect((await caseOf(client)).row.waiting).toEqual(['phone']);
  });

  it('whose event is lost is looked up', async () => {
    const client = await begun();
    const { reportTo } = sumsub.of;
    delete sumsub.of.reportTo;
    await sumsub.act(applicantOf(client), 'approve');
    if (reportTo) sumsub.of.reportTo = reportTo;
    server.clock.advance(3_600_001);
    await expect
      .poll(async () => {
        await server.app.jobs.run('verification.identity_checks');
        return (await caseOf(client)).documents;
      })
      .toMatchObject([{ state: 'pending' }]);
  });

  it('of a client who was deleted at the provider can be begun again', async () => {
    const client = await acted('delete');
    expect((await caseOf(client)).identity_checks).toMatchObject([{ state: 'gone', problem: 'gone' }]);
    expect((await begin(client)).status).toBe(200);
    expect(await checkOf(client)).toMatchObject({ state: 'waiting' });
  });

  it('is not offered without a connection, and stays in the data of the client', async () => {
    const client = await begun();
    await connection.off();
    expect(await checkOf(client)).toMatchObject({ open: false, state: 'waiting' });
    expect((await begin(client)).refusal.code).toBe('verification.checks_off');
    const other = await declared(server);
    expect(await checkOf(other)).toBeNull();
    await reconnect();
  });
});

describe('the twelve lies', () => {
  it('1 approved by the event alone: what the provider says when asked counts', async () => {
    const client = await acted('approve', 'green_by_event_alone');
    expect(await caseOf(client)).toMatchObject({ documents: [], identity_checks: [{ problem: 'rejected' }] });
  });
  it('2 reviewed before created: one proposal', async () => {
    expect((await caseOf(await acted('approve', 'reviewed_before_created'))).documents).toHaveLength(1);
  });
  it.each([
    ['3 for another level', 'other_level'],
    ['4 of another client', 'other_client'],
  ] as const)('%s: nothing is proposed, staff look', async (_, lie) => {
    const client = await acted('approve', lie);
    expect(await caseOf(client)).toMatchObject({ documents: [], identity_checks: [{ problem: lie }] });
  });
  it('5 signed by SHA-1: refused', async () => {
    const client = await acted('approve', 'sha1');
    expect(sumsub.reported.at(-1)).toBe(401);
    expect((await caseOf(client)).identity_checks).toMatchObject([{ state: 'waiting' }]);
  });
  it('6 rejected after all: the proposal is taken back', async () => {
    const client = await acted('approve');
    await sumsub.act(applicantOf(client), 'reject');
    await handled(client);
    expect(await caseOf(client)).toMatchObject({
      documents: [{ state: 'replaced' }],
      identity_checks: [{ state: 'rejected', problem: 'rejected' }],
    });
  });
  it('6 rejected after staff have approved: they look again', async () => {
    const client = await acted('approve');
    const [document] = (await caseOf(client)).documents;
    await decide(server, viktor, client, document?.id ?? '', { decision: 'approve' });
    await sumsub.act(applicantOf(client), 'reject');
    await handled(client);
    expect(await caseOf(client)).toMatchObject({
      documents: [{ state: 'approved' }],
      identity_checks: [{ problem: 'withdrawn' }],
    });
  });
  it('7 reset in the middle: the proposal is taken back', async () => {
    const client = await acted('approve');
    await sumsub.act(applicantOf(client), 'reset');
    await handled(client);
    expect(await caseOf(client)).toMatchObject({
      documents: [{ state: 'replaced' }],
      identity_checks: [{ state: 'waiting', problem: null }],
    });
  });
  it('8 another name and birthday: staff see both', async () => {
    const client = await acted('approve', 'other_person');
    expect((await caseOf(client)).identity_checks).toMatchObject([
      { name: 'OLGA BERG', birth_on: '1971-02-03', differs: ['name', 'birth_on'] },
    ]);
  });
  it('9 a second account of one person: the label is for staff', async () => {
    const client = await acted('approve', 'duplicate');
    expect((await caseOf(client)).identity_checks).toMatchObject([
      { problem: 'rejected', labels: ['DUPLICATE_APPLICANT'] },
    ]);
  });
  it('9 a label that is not known, though the client may repeat', async () => {
    const client = await begun();
    const applicant = applicantOf(client);
    await sumsub.act(applicant, 'retry');
    applicant.review.reviewResult!.rejectLabels = ['SOMETHING_NEW'];
    await sumsub.report(applicant, 'applicantReviewed');
    await handled(client);
    expect((await caseOf(client)).identity_checks).toMatchObject([{ state: 'again', problem: 'labels' }]);
  });
  it('10 on hold: in review', async () => {
    const client = await acted('approve', 'on_hold');
    expect(await checkOf(client)).toMatchObject({ state: 'review', open: false });
  });
  it('11 an unknown level: the client can try again', async () => {
    const client = await declared(server);
    lieIn('POST', /websdkLink$/, 'unknown_level');
    expect((await begin(client)).refusal.code).toBe('verification.check_unreachable');
    sumsub.onStrike(() => {});
    expect((await begin(client)).status).toBe(200);
  });
  it('12 an event of the test environment: what is read counts', async () => {
    expect((await caseOf(await acted('approve', 'sandbox_event'))).documents).toHaveLength(1);
  });
});

it('has no proposal from the test environment outside of a demo', async () => {
  const client = await begun();
  const [found] = await server.app.connections.open('identity');
  if (!found) throw new Error('a connection is on');
  const port = { ...found.port, isSandbox: true };
  const { id: applicant } = applicantOf(client);
  await sumsub.act(applicantOf(client), 'approve');
  const read = await port.read(applicant);
  if (read.kind !== 'done') throw new Error(JSON.stringify(read));
  const check = { clientId: client.user.id, state: 'waiting' } as const;
  expect(judge(check, { port }, read.value, false)).toMatchObject({ state: 'review', problem: 'sandbox' });
  expect(judge(check, { port }, read.value, true)).toMatchObject({ state: 'approved', problem: null });
});

describe('refusals', () => {
  const { meets, unmet } = refusalsOf(checkEndpoints);
  meets('verification.begin_check', async () => {
    const [client, proven, unreachable] = [await declared(server), await declared(server), await declared(server)];
    await decide(server, viktor, proven, await send(server, proven, 'identity'), { decision: 'approve' });
    return [
      async () => {
        await connection.off();
        const refused = await begin(client);
        await reconnect();
        return refused;
      },
      async () => {
        const other = await declared(server);
        await send(server, other, 'identity');
        await take(other);
        return begin(other);
      },
      async () => begin(await acted('reject')),
      () => begin(proven),
      async () => {
        lieIn('POST', /applicants$/, 'busy');
        return begin(unreachable);
      },
    ];
  });
  meets('verification.note_check', async () => {
    const client = await acted('reject');
    const key = crypto.randomUUID();
    const post = (body: object, as = viktor, id: string = crypto.randomUUID()) =>
      asker(server)('POST /api/staff/verification/identity-check', as, { note: 'Called them.', ...body }, id);
    const own = { client_id: viktor.user.id, check_id: crypto.randomUUID() };
    const which = {
      client_id: client.user.id,
      check_id: (await caseOf(client)).identity_checks[0]?.id ?? '',
    };
    return [
      async () => {
        const done = await acted('reject');
        await take(done);
        const body = { client_id: done.user.id, check_id: (await caseOf(done)).identity_checks[0]?.id ?? '' };
        await post(body, viktor, key);
        return post({ ...body, note: 'Another one.' }, viktor, key);
      },
      () => post({ ...which, check_id: crypto.randomUUID() }),
      () => post(own),
      () => post(which),
      async () => {
        await take(client);
        await post(which);
        return post(which);
      },
    ];
  });
  it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));
});
