import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '#contract/kernel/languages.ts';
import { builtInReasons, ownReasonsPerPurpose, reasonPurposes, type ReasonPurpose } from '#contract/reasons/names.ts';
import { reasonsEndpoints } from '#contract/reasons/endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { formatReason, type StoredReason } from '#server/platform/reasons/format-reason.ts';
import { emailsTo } from '#test/mailbox.ts';
import { asker, codeOf, newPayer, openBank, reported } from '#test/money/payments.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { decide, declared, send } from '#test/compliance/verification.ts';

let server: TestServer;
let adam: Session;
let ines: Session;
beforeAll(async () => {
  server = await startServer();
  adam = await server.register({ first_name: 'Adam', roles: ['client', 'admin'] });
  ines = await server.register({ first_name: 'Ines', roles: ['client', 'finance'] });
  await openBank(server);
});
afterAll(() => server.close());

const english = (title: string, fix = 'Send it again.') => [{ language: 'en' as const, title, fix }];
const german = (title: string, fix = '') => [{ language: 'de' as const, title, fix }];
const statuses = (all: readonly { status: number }[]) => all.map(({ status }) => status).toSorted((a, b) => a - b);
let made = 0;
const newCode = () => `own_${(made += 1)}`;

const add = (purpose: ReasonPurpose, code: string, texts: object[] = english('The slip is missing.'), as = adam) =>
  server.call('POST /api/staff/reasons/add', { as, body: { purpose, code, texts } });
const write = (purpose: ReasonPurpose, code: string, version: number, texts: object[], as = adam) =>
  server.call('POST /api/staff/reasons/write', { as, body: { purpose, code, version, texts } });
const setActive = (purpose: ReasonPurpose, code: string, active: boolean, as = adam) =>
  server.call('POST /api/staff/reasons/active', { as, body: { purpose, code, active } });
const order = (purpose: ReasonPurpose, codes: string[]) =>
  server.call('POST /api/staff/reasons/order', { as: adam, body: { purpose, codes } });
const catalogue = async (purpose: ReasonPurpose, as = ines) => {
  const { body } = await server.call('POST /api/staff/reasons', { as, body: {} });
  return body.purposes.find((each) => each.purpose === purpose)?.reasons ?? [];
};
const choices = async (purpose: ReasonPurpose, language: Language = 'en') =>
  (await server.call('POST /api/staff/reasons/choices', { as: ines, language, body: { purpose } })).body;
const reject = (payment_id: string, reason: string) =>
  asker(server)('POST /api/staff/payments/reject', ines, { payment_id, reason });

describe('the catalogue', () => {
  it('holds the product’s reasons as the contract names them, with words in each language', async () => {
    const rows = await server.db.rows<{ purpose: string; codes: string[] }>(sql`
      select purpose, array_agg(code order by position) as codes from reason where not own group by purpose`);
    expect(Object.fromEntries(rows.map(({ purpose, codes }) => [purpose, codes]))).toEqual(builtInReasons);
    for (const purpose of reasonPurposes) {
      const notified = await choices(purpose, 'ar');
      expect(notified.map(({ code }) => code)).toEqual(builtInReasons[purpose]);
      expect(notified.every(({ explanation }) => explanation.length > 3)).toBe(true);
    }
  });

  it('stores the broker’s own, names the languages without a text, and records who changed it in the log', async () => {
    const code = newCode();
    await add('refund', code, [...english('A twin.', ''), ...german('Ein Zwilling.', 'Nichts tun.')]);
    const own = (await catalogue('refund')).find((each) => each.code === code);
    expect(own).toMatchObject({ own: true, active: true, version: 1, explanation: 'A twin.', advice: '' });
    expect(own?.missing).toHaveLength(12);
    expect(own?.missing).not.toContain('de');
    expect((await choices('refund', 'de')).at(-1)).toEqual({
      code,
      explanation: 'Ein Zwilling.',
      advice: 'Nichts tun.',
    });
    expect((await choices('refund', 'fr')).at(-1)?.explanation).toBe('A twin.');
    const [entry] = await server.db.rows<{ actor: string; details: Record<string, string> }>(sql`
      select actor_id as actor, details from audit_entry where action = 'reasons.add' order by id desc limit 1`);
    expect(entry).toEqual({
      actor: adam.user.id,
      details: { purpose: 'refund', reason_code: `${code}.1`, en: 'A twin.', de: 'Ein Zwilling. Nichts tun.' },
    });
  });

  it('is read by staff and changed by administrators', async () => {
    const client = await server.register();
    expect((await server.call('POST /api/staff/reasons', { as: client, body: {} })).status).toBe(403);
    expect((await add('refund', newCode(), english('No.'), ines)).status).toBe(403);
    expect((await setActive('refund', 'duplicate', false, ines)).status).toBe(403);
  });

  it('is ordered by all of its codes, of which none gets lost', async () => {
    const codes = (await catalogue('failure')).map(({ code }) => code);
    const turned = codes.toReversed();
    await order('failure', turned);
    expect((await choices('failure')).map(({ code }) => code)).toEqual(turned);
    await Promise.all([order('failure', codes), order('failure', turned), order('failure', codes)]);
    expect((await catalogue('failure')).map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
  });
});

describe('a reason that was given', () => {
  it('keeps its text, whatever becomes of the reason', async () => {
    const code = newCode();
    await add('deposit', code, english('The slip is missing.', 'Upload it.'));
    const payer = await newPayer(server);
    const first = await reported(server, payer, '100');
    await reject(first, code);
    await write('deposit', code, 1, [...english('No slip came.', 'Mail it.'), ...german('Kein Beleg.', 'Mailen.')]);
    await setActive('deposit', code, false);
    const notified = async (id: string, language: Language = 'en') =>
      (await server.call('POST /api/payments/info', { as: payer.session, language, body: { payment_id: id } })).body
        .payment.reason;
    const reasonTexts = { code, explanation: 'The slip is missing.', advice: 'Upload it.' };
    expect([await notified(first), await notified(first, 'de')]).toEqual([reasonTexts, reasonTexts]);
    const second = await reported(server, payer, '100');
    expect(codeOf(await reject(second, code))).toBe('reasons.not_open');
    await setActive('deposit', code, true);
    await reject(second, code);
    expect(await notified(second, 'de')).toEqual({ code, explanation: 'Kein Beleg.', advice: 'Mailen.' });
    const emails = await emailsTo(server, payer.session.user.email);
    expect(
      emails.map(({ plain }) => /(The slip is missing\. Upload it\.|No slip came\. Mail it\.)/.exec(plain)?.[0]),
    ).toEqual(expect.arrayContaining(['The slip is missing. Upload it.', 'No slip came. Mail it.']));
    const { body: history } = await server.call('POST /api/staff/reasons/history', {
      as: ines,
      body: { purpose: 'deposit', code },
    });
    expect(history.map(({ version, by, texts }) => [version, by.startsWith('Adam'), texts[0]?.title])).toEqual([
      [2, true, 'Kein Beleg.'],
      [1, true, 'The slip is missing.'],
    ]);
  });

  it('is shown in the languages it has texts for, when the broker has added a language since', () => {
    const notified = (reasonTexts: StoredReason['reasonTexts']) =>
      formatReason(server.app, 'de', { purpose: 'deposit', versionedCode: 'own_0.1', reasonTexts }).explanation;
    const hu = { title: 'Hiányzik.', fix: '' };
    const en = { title: 'It is missing.', fix: '' };
    const de = { title: 'Es fehlt.', fix: '' };
    expect(notified({ hu })).toBe('Hiányzik.');
    expect(notified({ hu, en })).toBe('It is missing.');
    expect(notified({ hu, en, de })).toBe('Es fehlt.');
  });

  it('cannot be rewritten in the database', async () => {
    await expect(server.db.run(sql`update reason_text set title = 'x'`)).rejects.toThrow('append-only');
    await expect(server.db.run(sql`delete from reason_version`)).rejects.toThrow('append-only');
  });

  it('is one of its purpose that is active, also when it is retired at the same moment', async () => {
    const payer = await newPayer(server);
    for (let round = 0; round < 5; round += 1) {
      const code = newCode();
      await add('deposit', code);
      const id = await reported(server, payer, '100');
      const [rejected, retired] = await Promise.all([reject(id, code), setActive('deposit', code, false)]);
      expect(retired.status).toBe(200);
      expect(['200', 'reasons.not_open']).toContain(rejected.status === 200 ? '200' : codeOf(rejected));
    }
    expect(codeOf(await reject(await reported(server, payer, '100'), 'returned_by_bank'))).toBe('reasons.not_open');
  });

  it('is sent with every other reason, each with its fix, when a document is rejected', async () => {
    const viktor = await server.register({ roles: ['client', 'compliance'] });
    const code = newCode();
    await add('document', code, english('The stamp is missing.', 'Have it stamped.'));
    const ida = await declared(server);
    const id = await send(server, ida, 'identity');
    await decide(server, viktor, ida, id, { decision: 'reject', reasons: [code, 'unreadable'] });
    const [email] = await emailsTo(server, ida.user.email);
    expect(email?.plain).toContain('can’t read the document. Take the photo in daylight');
    expect(email?.plain).toContain('still. The stamp is missing. Have it stamped.');
    const { body } = await server.call('POST /api/verification', { as: ida, body: {} });
    const [document] = body.kinds.find(({ kind }) => kind === 'identity')?.documents ?? [];
    expect(document?.reasons.map((each) => each.code)).toEqual(['unreadable', code]);
  });

  it('is in the client’s list of staff actions, without the staff note', async () => {
    const ida = await server.register();
    const code = newCode();
    await add('block', code, english('We wait for a letter.', 'Send it.'));
    const body = { client_id: ida.user.id, reason: code, note: 'Between us.' };
    expect((await server.call('POST /api/staff/clients/block', { as: adam, body })).status).toBe(200);
    await server.call('POST /api/staff/clients/unblock', {
      as: adam,
      body: { client_id: ida.user.id, reason: 'It came.' },
    });
    await server.signIn({ email: ida.user.email, as: ida });
    const { body: activity } = await server.call('POST /api/settings/activity', { as: ida, body: {} });
    expect(activity.map(({ action, reason }) => [action, reason])).toEqual([
      ['staff.unblock', 'It came.'],
      ['staff.block', 'We wait for a letter. Send it.'],
    ]);
  });
});

describe('at once', () => {
  it('one of two texts is written, one code is added, and one reason stays', async () => {
    const code = newCode();
    const both = await Promise.all([add('failure', code), add('adjustment', code), add('failure', code)]);
    expect(statuses(both)).toEqual([200, 422, 422]);
    const purpose = (await catalogue('failure')).some((each) => each.code === code) ? 'failure' : 'adjustment';
    const written = await Promise.all([1, 2, 3].map((n) => write(purpose, code, 1, english(`Text ${n}.`))));
    expect(statuses(written)).toEqual([200, 409, 409]);
    const codes = (await catalogue('charge_back')).map((each) => each.code);
    const second = newCode();
    await add('charge_back', second);
    const retired = await Promise.all([...codes, second].map((each) => setActive('charge_back', each, false)));
    expect(statuses(retired)).toEqual([200, 409]);
    expect(await choices('charge_back')).toHaveLength(1);
  });
});

describe('refusals', () => {
  const { meets, unmet } = refusalsOf(reasonsEndpoints);
  meets('reasons.history', () => [
    () => server.call('POST /api/staff/reasons/history', { as: ines, body: { purpose: 'refund', code: 'duplicate' } }),
  ]);
  meets('reasons.add', () => [
    () => add('application', 'not_eligible', german('Ohne Englisch.')),
    () => add('application', 'not_eligible'),
    async () => {
      for (let count = 0; count < ownReasonsPerPurpose; count += 1) await add('application', newCode());
      return add('application', newCode());
    },
  ]);
  meets('reasons.write', async () => {
    const code = newCode();
    await add('withdrawal', code);
    await write('withdrawal', code, 1, english('Another.'));
    return [
      () => write('withdrawal', 'nothing', 1, []),
      () => write('withdrawal', 'nothing', 1, english('x')),
      () => write('withdrawal', 'source_unclear', 1, english('x')),
      () => write('withdrawal', code, 1, english('x')),
    ];
  });
  meets('reasons.set_active', async () => {
    for (const { code } of await choices('factor_reset')) await setActive('factor_reset', code, false);
    const [last] = await choices('factor_reset');
    return [
      () => setActive('factor_reset', 'nothing', false),
      () => setActive('factor_reset', last?.code ?? '', false),
    ];
  });
  meets('reasons.order', () => [() => order('refund', ['duplicate'])]);
  it('are all met', () => expect(unmet()).toEqual([]));

  it.each(['Own', 'ö', 'a', '1st', 'own-code'])('takes no code %s', async (code) => {
    expect(codeOf(await add('refund', code))).toBe('reasons.code');
  });

  it('requires the reason where none was chosen, for any form of codes', async () => {
    expect(codeOf(await reject(crypto.randomUUID(), ''))).toBe('validation.required');
  });
});
