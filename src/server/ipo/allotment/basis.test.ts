import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { applyFor, offeringInAllotment, orderAllotment } from '#test/ipo/book.ts';
import { startServer } from '#test/server.ts';
import { compareMethods } from './compare-methods.ts';
import { continueAllotments } from './continue-allotments.ts';
import { commitDrawSecret } from './draw-secrets.ts';
import { recompute } from './recompute.ts';
import { checkOfRow } from './row-check.ts';

const server = await startServer();
const { app, db } = server;
const folder = await mkdtemp(join(tmpdir(), 'atrium-basis-'));
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});
const reader = await server.register();

const basisOf = (offeringId: string, as = reader) =>
  server.call('POST /api/ipo/basis', { body: { stock_id: offeringId }, as });
const fileOf = async (offeringId: string) =>
  (await server.call('POST /api/ipo/basis/file', { body: { stock_id: offeringId }, as: reader })).body;

/** An offering with applications of all tiers, ready for its allotment. */
async function book(quota = 400): Promise<string> {
  const offeringId = await offeringInAllotment(db, { quota });
  for (const [tier, quantity] of Object.entries({ standard: 500, silver: 400, gold: 300, platinum: 200, vip: 100 })) {
    await applyFor(db, offeringId, quantity, { tier });
    await applyFor(db, offeringId, quantity, { tier, limitMinor: 1850n });
  }
  return offeringId;
}

describe('the basis of allotment', () => {
  it('is announced when the allotment is decided, with the client’s own row', async () => {
    const offeringId = await book();
    expect((await basisOf(offeringId)).refusal.code).toBe('http.not_found');
    const { commitment } = await db.one<{ commitment: string }>(
      sql`select encode(commitment, 'hex') as commitment from ipo_seed where offering_id = ${offeringId}`,
    );
    await orderAllotment(db, offeringId, { method: 'tier_weighted' });
    expect((await basisOf(offeringId)).status).toBe(404);
    expect((await server.call('POST /api/ipo/basis/file', { body: { stock_id: offeringId }, as: reader })).status).toBe(
      404,
    );
    await continueAllotments(app);
    const { body } = await basisOf(offeringId);
    expect(body).toMatchObject({
      method: 'tier_weighted',
      final_price: '19.00',
      quota: 400,
      lot_size: 10,
      demand: { quantity: 3000, applicants: 10 },
      allotted: 400,
      oversubscription: '7.50',
      commitment,
      mine: null,
    });
    expect(
      createHash('sha256')
        .update(Buffer.from(body.seed ?? '', 'hex'))
        .digest('hex'),
    ).toBe(commitment);
    expect(
      body.by_tier.map(({ tier, weight, applicants, requested, served }) => [
        tier,
        weight,
        applicants,
        requested,
        served,
      ]),
    ).toEqual([
      ['standard', '1.00', 2, 1000, 1],
      ['silver', '1.25', 2, 800, 1],
      ['gold', '1.50', 2, 600, 1],
      ['platinum', '2.00', 2, 400, 1],
      ['vip', '3.00', 2, 200, 1],
    ]);
  });

  it('shows each client their own row', async () => {
    const offeringId = await book();
    const me = await server.register();
    const application = await applyFor(db, offeringId, 50);
    await db.tx((tx) => commitDrawSecret(app, tx, { offeringId, clientId: me.user.id }));
    await db.run(sql`alter table ipo_application disable trigger user`);
    await db.run(sql`update ipo_application set client_id = ${me.user.id} where id = ${application.id}`);
    await db.run(sql`alter table ipo_application enable trigger user`);
    await orderAllotment(db, offeringId, { method: 'manual', manualCsv: '' });
    const { rows } = {
      rows: await db.rows<{ number: string }>(
        sql`select number::text from ipo_application where id = ${application.id}`,
      ),
    };
    await continueAllotments(app);
    const { body } = await basisOf(offeringId, me);
    const mine = { number: `A-${rows[0]?.number}`, tier: 'standard', requested: 50, allotted: 0 };
    expect(body.mine).toEqual({ ...mine, draw_commitment: expect.stringMatching(/^[\da-f]{64}$/) });
    // Nothing was drawn.
    expect([body.commitment, body.seed]).toEqual([null, null]);
  });

  it('holds no names', async () => {
    const offeringId = await book();
    await orderAllotment(db, offeringId, { method: 'lottery' });
    await continueAllotments(app);
    const file = await fileOf(offeringId);
    expect(file.split('\r\n').find((line) => line.startsWith('number'))).toBe(
      'number,tier,requested,limit_met,counted,allotted,secret,check',
    );
    expect(file).not.toMatch(/@|Berg|[\da-f]{8}-/);
  });
});

/** With row checks as a skilled forger would write them. */
const checked = (file: string) =>
  file.replace(/^(\d+,.*),[\da-f]{12}$/gm, (_, cells: string) => `${cells},${checkOfRow(cells)}`);

describe('recomputing', () => {
  it.each([
    ['full', 1500, 1500],
    ['pro_rata', 400, 400],
    ['tier_weighted', 400, 400],
    ['one_lot_each', 30, 30],
    ['lottery', 400, 400],
    ['manual', 400, 70],
  ] as const)('finds %s equal, and names the row with a changed cell', async (method, quota, allotted) => {
    const offeringId = await book(quota);
    const { number } = await db.one<{ number: string }>(sql`
      select max(number)::text as number from ipo_application where offering_id = ${offeringId} and quantity = 100 and price_type = 'any'`);
    await orderAllotment(db, offeringId, { method, manualCsv: `${number},70` });
    await continueAllotments(app);
    const file = await fileOf(offeringId);
    expect(recompute(file)).toEqual({ equal: true, applications: 10, allotted, byHand: method === 'manual' });
    const row = file.split('\r\n').find((line) => line.startsWith(`${number},`)) ?? '';
    for (const [rank, cell] of row.split(',').entries()) {
      const other =
        { standard: 'gold', vip: 'gold', yes: 'no' }[cell] ?? cell.replace(/.$/, (last) => (last === '1' ? '2' : '1'));
      const changed = row.split(',').with(rank, other).join(',');
      // An exchange with another number is reported under the number in the file.
      const named = rank === 0 ? other : number;
      expect(() => recompute(file.replace(row, changed))).toThrow(
        new RegExp(`^line \\d+, application ${named}, is not as it was published$`),
      );
    }
  });

  it('finds every change', async () => {
    const offeringId = await book();
    await orderAllotment(db, offeringId, { method: 'lottery' });
    await continueAllotments(app);
    const file = await fileOf(offeringId);
    const [first = ''] = /\d+,standard,500,yes,500,\d+/.exec(file) ?? [];
    const number = first.split(',')[0];
    const differences = [
      checked(file.replace(first, first.replace(/\d+$/, '500'))),
      checked(file.replace(first, first.replace('standard', 'vip'))),
      file.replace(/#seed,\w{64}/, `#seed,${'0'.repeat(64)}`),
      file.replace('#quota,400', '#quota,500'),
      file.replace(/#result_sha256,\w{64}/, `#result_sha256,${'0'.repeat(64)}`),
      file.replace(new RegExp(`${first},.*\r\n`), (line) => line + line),
    ].map((changed) => recompute(changed));
    expect(differences.filter(({ equal }) => equal)).toEqual([]);
    const messages = differences.map((each) => ('difference' in each ? each.difference : ''));
    expect(messages[0]).toMatch(
      new RegExp(`^application (${number}|\\d+) got \\d+ by the file and \\d+ by the method$`),
    );
    expect(messages[1]).toMatch(/the inputs are not those whose hash/);
    expect(messages[2]).toMatch(/the seed is not the one/);
    expect(messages[5]).toContain(`application ${number} stands twice`);
  });

  it('works from the command line, without the installation', async () => {
    const offeringId = await book();
    await orderAllotment(db, offeringId, { method: 'tier_weighted' });
    await continueAllotments(app);
    const file = await fileOf(offeringId);
    const paths = [join(folder, 'basis.csv'), join(folder, 'changed.csv')] as const;
    await writeFile(paths[0], file);
    await writeFile(paths[1], checked(file.replace(/(standard,500,yes,500),(\d+)/, '$1,490')));
    const run = (path: string) =>
      promisify(execFile)(process.execPath, ['--import', 'tsx', 'src/server/cli/allotment-verify.ts', path], {
        cwd: resolve(import.meta.dirname, '../../../..'),
        env: { PATH: process.env['PATH'] },
      }).then(
        ({ stdout }) => ({ code: 0, output: stdout }),
        ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
      );
    expect(await run(paths[0])).toEqual({
      code: 0,
      output: '10 applications, 400 shares allotted\nequal in every row\n',
    });
    expect(await run(paths[1])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/application \d+ got 490 by the file/),
    });
  });
});

describe('a dry run', () => {
  it('compares the methods, and leaves nothing but its record', async () => {
    const offeringId = await book();
    const { methods, ...facts } = await compareMethods(app, reader.user, offeringId);
    expect(facts).toMatchObject({ quota: 400, applicants: 10, requested: 3000, counted: 1500 });
    expect(methods.map(({ method, summary }) => [method, summary?.allotted])).toEqual([
      ['full', undefined],
      ['pro_rata', 400],
      ['tier_weighted', 400],
      ['one_lot_each', 400],
      ['lottery', 400],
    ]);
    expect(methods[2]?.summary?.byTier.map(({ tier, fillPercent }) => [tier, fillPercent])).toEqual([
      ['standard', '9.00'],
      ['silver', '11.25'],
      ['gold', '13.33'],
      ['platinum', '20.00'],
      ['vip', '30.00'],
    ]);
    const [record] = await db.rows(sql`select by_id, comparison from ipo_dry_run where offering_id = ${offeringId}`);
    expect(record).toEqual({ by_id: reader.user.id, comparison: methods });
    expect(await db.rows(sql`select from ipo_allotment where offering_id = ${offeringId}`)).toEqual([]);
    // The book of the decision is the book of the comparison.
    await orderAllotment(db, offeringId, { method: 'pro_rata' });
    await continueAllotments(app);
    expect((await basisOf(offeringId)).body.inputs_sha256).toBe(facts.inputsSha256);
  });

  it('responds with 404 where there is nothing to allot', async () => {
    await expect(compareMethods(app, reader.user, reader.user.id)).rejects.toMatchObject({ code: 'http.not_found' });
  });
});
