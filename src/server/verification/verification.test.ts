import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { asker, newPayer, openBank } from '#test/money/payments.ts';
import { confirmAs, waitingFor } from '#test/compliance/approvals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { openedBy, png } from '#test/files/upload.ts';
import { decide, declared, described, page, personalData, reach, send } from '#test/compliance/verification.ts';

let server: TestServer;
let viktor: Session;
let adam: Session;
beforeAll(async () => {
  server = await startServer();
  viktor = await server.register({ first_name: 'Viktor', roles: ['client', 'compliance'] });
  adam = await server.register({ first_name: 'Adam', roles: ['client', 'admin'] });
  for (const { user } of [viktor, adam])
    await server.signIn({ email: user.email, remember: true, as: user === viktor.user ? viktor : adam });
});
afterAll(() => server.close());

const shown = async (as: Session) => (await server.call('POST /api/verification', { as, body: {} })).body;
const levelOf = async (as: Session) => (await shown(as)).level;
const caseOf = async (client: Session, as = viktor) =>
  (await server.call('POST /api/staff/verification/case', { as, body: { client_id: client.user.id } })).body;
const queue = async (body: object = {}, as = viktor) =>
  (await server.call('POST /api/staff/verification', { as, body })).body.rows.map(({ client_id }) => client_id);
const kindOf = async (as: Session, kind: string) => (await shown(as)).kinds.find((each) => each.kind === kind)!;
const events = (name: string, client: Session) =>
  server.db.rows<{ payload: Record<string, unknown> }>(sql`
    select payload from outbox where name = ${name} and payload ->> 'clientId' = ${client.user.id} order by id`);

describe('the steps of a client', () => {
  it('raises the level with what is proven, and shows what the next one requires', async () => {
    const ida = await declared(server);
    expect(await levelOf(ida)).toBe(1);
    expect((await shown(ida)).levels[2]?.needs).toEqual([
      { need: 'person', state: 'done' },
      { need: 'profile', state: 'done' },
      { need: 'phone', state: 'waiting' },
    ]);
    expect((await reach(server, viktor, ida)).body.row.level).toBe(2);
    const identity = await send(server, ida, 'identity');
    const residence = await send(server, ida, 'residence');
    expect((await kindOf(ida, 'identity')).status).toBe('pending');
    await decide(server, viktor, ida, identity, { decision: 'approve' });
    expect(await levelOf(ida)).toBe(2);
    expect((await decide(server, viktor, ida, residence, { decision: 'approve' })).body.row).toMatchObject({
      level: 3,
      waiting: [],
      reviewer: null,
    });
    await decide(server, viktor, ida, await send(server, ida, 'source_of_funds'), { decision: 'approve' });
    expect(await levelOf(ida)).toBe(4);
    const levels = (await events('verification.level_changed', ida)).map(({ payload }) => [
      payload['from'],
      payload['to'],
    ]);
    expect(levels).toEqual([
      [1, 2],
      [2, 3],
      [3, 4],
    ]);
  });

  it('shows why a document was rejected and accepts another, which replaces it', async () => {
    const ida = await declared(server);
    // The client sees the time that staff see.
    const dueAt = (await shown(ida)).review_due_at;
    expect(dueAt).not.toBeNull();
    const { body: cases } = await server.call('POST /api/staff/verification', {
      as: viktor,
      body: { search: ida.user.email },
    });
    expect(cases.rows.map(({ due_at }) => due_at)).toEqual([dueAt]);
    const first = await send(server, ida, 'identity');
    const more = {
      decision: 'reject',
      reasons: ['unreadable', 'cut_off'],
      comment: 'The number.',
      private_comment: 'Odd.',
    };
    await decide(server, viktor, ida, first, more);
    const refused = await kindOf(ida, 'identity');
    expect(refused).toMatchObject({ status: 'rejected', open: true });
    expect(refused.documents[0]).toMatchObject({
      comment: 'The number.',
      reasons: [{ code: 'unreadable' }, { code: 'cut_off' }],
    });
    expect(refused.documents[0]?.reasons[0]?.advice).toMatch(/daylight/);
    expect(JSON.stringify(await shown(ida))).not.toContain('Odd.');
    expect(await events('verification.document_rejected', ida)).toHaveLength(1);
    await send(server, ida, 'identity');
    expect(await kindOf(ida, 'identity')).toMatchObject({ status: 'in_review', documents: [{ attempt: 2 }] });
    expect((await caseOf(ida)).documents.map(({ state, private_comment }) => [state, private_comment])).toEqual([
      ['pending', null],
      ['rejected', 'Odd.'],
    ]);
  });

  it('sends once, however often it is pressed, and the later of two tabs replaces the earlier', async () => {
    const ida = await declared(server);
    const request = asker(server);
    const body = { kind: 'identity', ...described.identity, files: [await page(server, ida)] };
    const key = crypto.randomUUID();
    const twice = await Promise.all([1, 2, 3].map(() => request('POST /api/verification/document', ida, body, key)));
    expect(twice.map(({ status }) => status)).toEqual([200, 200, 200]);
    await Promise.all([send(server, ida, 'identity'), send(server, ida, 'identity')]);
    const states = (await caseOf(ida)).documents.map(({ state }) => state);
    expect(states.toSorted()).toEqual(['pending', 'replaced', 'replaced']);
  });

  it('stores a draft with its files until it is sent', async () => {
    const ida = await declared(server);
    const file = await page(server, ida);
    const content = { type: 'passport', number: 'C01', files: file };
    await server.call('POST /api/verification/draft', { as: ida, body: { step: 'identity', content } });
    expect((await shown(ida)).drafts).toMatchObject([{ step: 'identity', content, files: [{ id: file }] }]);
    const other = await declared(server);
    await server.call('POST /api/verification/draft', { as: other, body: { step: 'identity', content } });
    expect((await shown(other)).drafts).toMatchObject([{ files: [] }]);
    await send(server, ida, 'identity', { files: [file] });
    expect((await shown(ida)).drafts).toEqual([]);
  });

  it('puts another address back to review, and does not allow a change of a proven name', async () => {
    const ida = await declared(server);
    await reach(server, viktor, ida);
    for (const kind of ['identity', 'residence'] as const) {
      await decide(server, viktor, ida, await send(server, ida, kind), { decision: 'approve' });
    }
    const save = (more: object) =>
      server.call('POST /api/settings/profile', { as: ida, body: { first_name: 'Ida', second_name: 'Berg', ...more } });
    expect((await save({ second_name: 'Burg' })).refusal.errors?.['second_name']?.[0]?.code).toBe(
      'verification.name_locked',
    );
    expect(await levelOf(ida)).toBe(3);
    await save({ address: 'Elm Row 4' });
    expect(await levelOf(ida)).toBe(2);
    expect((await kindOf(ida, 'residence')).status).toBe('pending');
    expect(await queue()).toContain(ida.user.id);
    await save({ phone: '+49 30 1234567', current_password: ida.password });
    expect(await levelOf(ida)).toBe(1);
  });
});

describe('a level', () => {
  it('that staff have set stays whatever is proven, until proofs decide again', async () => {
    const ida = await declared(server);
    const set = (level: number | null) =>
      server.call('POST /api/staff/clients/level', {
        as: viktor,
        body: { client_id: ida.user.id, level, reason: 'Seen.', current_password: viktor.password },
      });
    expect((await set(3)).body).toEqual({ outcome: 'proposed', level: 0 });
    const vera = await server.register({ roles: ['client', 'compliance'] });
    await confirmAs(server, vera, await waitingFor(server, ida.user.id, 'level'));
    await reach(server, viktor, ida);
    expect(await shown(ida)).toMatchObject({ level: 3, set_by_hand: true });
    expect((await caseOf(ida)).level_proven).toBe(2);
    expect((await set(null)).body).toEqual({ outcome: 'changed', level: 2 });
    expect(await shown(ida)).toMatchObject({ level: 2, set_by_hand: false });
  });

  it('opens and closes deposits, withdrawals and limits on the server', async () => {
    const payer = await newPayer(server, 0, 100_000n);
    await openBank(server);
    const ida = await declared(server, payer.session);
    const request = asker(server);
    const deposit = (amount: string) =>
      request('POST /api/payments/deposit', ida, { wallet_id: payer.wallet.walletId, method: 'bank_transfer', amount });
    expect((await deposit('1500')).refusal.code).toBe('payments.limit_operation');
    await reach(server, viktor, ida);
    expect((await deposit('1500')).status).toBe(200);
    const limits = (await server.call('POST /api/payments/limits', { as: ida })).body;
    expect(limits).toMatchObject({ level: 2, withdrawal: { allowed: false, level_needed: 3 } });
    for (const kind of ['identity', 'residence'] as const) {
      await decide(server, viktor, ida, await send(server, ida, kind), { decision: 'approve' });
    }
    expect((await server.call('POST /api/payments/limits', { as: ida })).body.withdrawal.allowed).toBe(true);
  });
});

describe('the queue of staff', () => {
  it('shows what is due first, finds a client, and shows what is under review by whom', async () => {
    const late = await declared(server);
    server.clock.advance(60_000);
    const later = await declared(server);
    const all = await queue();
    expect(all.indexOf(late.user.id)).toBeLessThan(all.indexOf(later.user.id));
    expect(await queue({ search: later.user.email })).toEqual([later.user.id]);
    expect(await queue({ kind: 'source_of_funds' })).not.toContain(late.user.id);
    await asker(server)('POST /api/staff/verification/assign', viktor, { client_id: late.user.id });
    expect(await queue({ view: 'mine' })).toContain(late.user.id);
    expect(await queue({ view: 'mine' }, adam)).not.toContain(late.user.id);
    const file = async (query: Record<string, string>, as = viktor) =>
      (await server.call('GET /api/staff/verification/file', { as, query })).body;
    expect(await file({ view: 'mine' })).toContain(late.user.id);
    expect(await file({ view: 'mine' }, adam)).not.toContain(late.user.id);
    const actions = await server.db.rows(sql`
      select details from audit_entry where action = 'verification.queue_file' and actor_id = ${viktor.user.id}`);
    expect(actions).toEqual([{ details: { view: 'mine' } }]);
  });

  it('is for compliance and administrators', async () => {
    const finance = await server.register({ roles: ['client', 'finance'] });
    const support = await server.register({ roles: ['client', 'support'] });
    for (const as of [finance, support]) {
      expect((await server.call('POST /api/staff/verification', { as, body: {} })).status).toBe(403);
    }
  });

  it('gives a case to one at a time, to another after a while or with a note', async () => {
    const ida = await declared(server);
    const take = (as: Session, more: object = {}) =>
      asker(server)('POST /api/staff/verification/assign', as, { client_id: ida.user.id, ...more });
    const both = await Promise.all([take(viktor), take(adam)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [holder, other] = both[0]?.status === 200 ? [viktor, adam] : [adam, viktor];
    await send(server, ida, 'residence').catch(() => {});
    expect((await take(other)).refusal.code).toBe('verification.assigned_to_other');
    expect((await take(other, { note: 'He is ill.' })).body).toMatchObject({ mine: true });
    expect((await take(holder)).refusal.code).toBe('verification.assigned_to_other');
    server.clock.advance(21 * 60_000);
    expect((await take(holder)).status).toBe(200);
  });

  it('finds the same number, file, name and birthday elsewhere', async () => {
    const [ida, ada] = [await declared(server), await declared(server)];
    const content = await png();
    for (const as of [ida, ada]) {
      await send(server, as, 'identity', {
        number: as === ida ? 'zz-10 9' : 'ZZ109',
        files: [await page(server, as, content)],
      });
    }
    const whys = (await caseOf(ida)).duplicates
      .filter(({ client_id }) => client_id === ada.user.id)
      .map(({ why }) => why);
    expect(whys).toEqual(['file', 'name_and_birth', 'number']);
  });

  it('shows the client each access to a file, by whom and when', async () => {
    const ida = await declared(server);
    const file = await page(server, ida);
    await send(server, ida, 'identity', { files: [file] });
    const finance = await server.register({ roles: ['client', 'finance'] });
    expect((await openedBy(server, finance, file)).status).toBe(404);
    expect((await openedBy(server, ida, file)).status).toBe(200);
    expect((await shown(ida)).access_log).toEqual([]);
    expect((await openedBy(server, viktor, file)).status).toBe(200);
    expect((await shown(ida)).access_log).toMatchObject([{ who: 'Viktor', role: 'compliance', kind: 'identity' }]);
    expect((await caseOf(ida)).access_log).toHaveLength(1);
    const roles = (as: string) => server.db.run(sql`update person set roles = ${as} where id = ${viktor.user.id}`);
    await roles('{client,finance}');
    expect((await shown(ida)).access_log).toMatchObject([{ role: 'compliance' }]);
    await roles('{client,compliance}');
  });

  it('has an audit entry for every action', async () => {
    const ida = await declared(server);
    await reach(server, viktor, ida);
    await decide(server, viktor, ida, await send(server, ida, 'identity'), { decision: 'approve' });
    const actions = await server.db.rows<{ action: string }>(sql`
      select action from audit_entry where client_id = ${ida.user.id} order by created_at, id`);
    expect(actions.map(({ action }) => action)).toEqual([
      'verification.save_person',
      'verification.save_profile',
      'verification.assign',
      'verification.confirm_phone',
      'verification.assign',
      'verification.decide',
    ]);
  });

  it('lets no person decide on their own case, enforced by the database too', async () => {
    const own = await declared(server, viktor);
    const documentId = await send(server, own, 'identity');
    await expect(
      server.db.run(sql`update verification_document set decided_by = client_id where id = ${documentId}`),
    ).rejects.toThrow(/check/);
    expect((await caseOf(own)).own).toBe(true);
    await server.call('POST /api/verification/person', { as: own, body: personalData });
  });
});

describe('a document', () => {
  it('lowers the level once when it expires, after notices 30, 7 and 1 days before', async () => {
    const ida = await declared(server);
    await reach(server, viktor, ida);
    const expires_on = new Date(server.clock.now().getTime() + 40 * 86_400_000).toISOString().slice(0, 10);
    await decide(server, viktor, ida, await send(server, ida, 'identity', { expires_on }), { decision: 'approve' });
    await decide(server, viktor, ida, await send(server, ida, 'residence'), { decision: 'approve' });
    const run = async () => {
      await Promise.all([1, 2].map(() => server.app.jobs.run('verification.expire')));
      return (await events('verification.document_expiring', ida)).length;
    };
    const notified: number[] = [];
    const open: boolean[] = [];
    for (const days of [0, 11, 1, 22, 5, 1, 1]) {
      server.clock.advance(days * 86_400_000);
      notified.push(await run());
      open.push((await kindOf(ida, 'identity')).open);
    }
    expect(notified).toEqual([0, 1, 1, 2, 3, 3, 3]);
    expect(open).toEqual([false, true, true, true, true, true, true]);
    expect(await levelOf(ida)).toBe(2);
    expect((await kindOf(ida, 'identity')).status).toBe('expired');
    const changes = await events('verification.level_changed', ida);
    expect(changes.at(-1)?.payload).toMatchObject({ from: 3, to: 2 });
    expect(changes).toHaveLength(3);
  });
});
