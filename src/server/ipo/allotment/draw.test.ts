import { createHash, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { lotteryMethods } from '#contract/ipo/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { encrypt } from '#server/platform/secrets/encryption.ts';
import { reEncryptAll } from '#server/platform/secrets/re-encrypt.ts';
import { agreed, bringTo, newApplicant, openOffering } from '#test/ipo/offerings.ts';
import { orderAllotment } from '#test/ipo/book.ts';
import type { Payer } from '#test/money/payments.ts';
import { startServer } from '#test/server.ts';
import { emptyBook, fillRow, secretBytes, type Book } from './book.ts';
import { continueAllotments } from './continue-allotments.ts';
import { hashOfInputs, ranksInDraw } from './decide.ts';
import { recompute } from './recompute.ts';

const hash = (text: string | Buffer) => createHash('sha256').update(text).digest();
const terms = { quota: 3, lotSize: 1, finalPrice: '19.00' };
const applicants = 10;
const winners = 3;

/** A book in which every application is for one share; the insider's application comes last. */
function bookOf(numbers: readonly number[], secrets: readonly Buffer[]): Book {
  const book = emptyBook(numbers.length, secrets.length > 0);
  numbers.forEach((number, at) => {
    const row = {
      number: BigInt(number),
      tier: 'standard',
      weight: 100,
      requested: 1,
      limitMet: true,
      counted: 1,
    } as const;
    fillRow(book, at, row);
  });
  secrets.forEach((secret, at) => book.secrets.set(secret, at * secretBytes));
  return book;
}

const insiderWins = (seed: Buffer, book: Book) =>
  (ranksInDraw(seed.toString('hex'), book, hashOfInputs(terms, book)).at(-1) ?? applicants) < winners;

/** The readable part of a draw without APP_SECRET: hashes, and bytes that cannot be decrypted. */
interface Readable {
  seedCommitment: Buffer;
  encryptedSeed: Buffer;
  commitments: Buffer[];
  encryptedSecrets: Buffer[];
}

const choices = 4;

/**
 * The best strategy of an insider: simulate the draw with everything readable in place of the unknown, for each
 * application and each secret that they could choose, and take a choice that wins in most simulations.
 */
function bestChoice(seen: Readable, others: readonly number[], own: readonly Buffer[], firstNumber: number) {
  const guesses = [seen.seedCommitment, hash(seen.encryptedSeed)];
  const standIns = [seen.commitments, seen.encryptedSecrets.map((each) => hash(each))] as const;
  const options = own.map((secret, n) => {
    const book = (secrets: readonly Buffer[]) => bookOf([...others, firstNumber + n], [...secrets, secret]);
    const plays = guesses.map((seed, guess) => insiderWins(seed, book(standIns[guess] ?? [])));
    return { secret, number: firstNumber + n, won: plays.filter(Boolean).length };
  });
  return options.reduce((best, option) => (option.won > best.won ? option : best));
}

describe('an insider who reads the whole database', () => {
  const draws = 10_000;
  const chance = winners / applicants;
  /** Half of the interval that holds 95 of 100 honest series. */
  const marginOf = (series: number) => 1.96 * Math.sqrt(series * chance * (1 - chance));
  const others = Array.from({ length: applicants - 1 }, (_, n) => 500_001 + n);
  const random = (draw: number, what: string) => hash(`${draw} ${what}`);

  it('wins no more often than chance, whichever secret and number they choose', { timeout: 300_000 }, () => {
    let won = 0;
    for (let draw = 0; draw < draws; draw++) {
      const seed = random(draw, 'seed');
      const secrets = others.map((number) => random(draw, `secret ${number}`));
      const encrypted = (secret: Buffer, of: string) => Buffer.concat([random(draw, `nonce ${of}`), hash(secret)]);
      const seen: Readable = {
        seedCommitment: hash(seed),
        encryptedSeed: encrypted(random(draw, 'key'), 'seed'),
        commitments: secrets.map((secret) => hash(secret)),
        encryptedSecrets: secrets.map((_, n) => encrypted(random(draw, `key ${n}`), `secret ${n}`)),
      };
      const own = Array.from({ length: choices }, (_, n) => random(draw, `own ${n}`));
      const { secret, number } = bestChoice(seen, others, own, 600_000);
      if (insiderWins(seed, bookOf([...others, number], [...secrets, secret]))) won++;
    }
    expect(Math.abs(won - draws * chance)).toBeLessThanOrEqual(marginOf(draws));
  });

  it('won each time by the earlier rule, with a readable seed and a draw by number', () => {
    let won = 0;
    for (let draw = 0; draw < 300; draw++) {
      const seed = random(draw, 'seed');
      const numbers = Array.from({ length: 100 }, (_, n) => 600_000 + n);
      if (numbers.some((number) => insiderWins(seed, bookOf([...others, number], [])))) won++;
    }
    expect(won).toBe(300);
  });

  it('cannot predict the draw with the seed alone, as long as one applicant’s secret is unknown', () => {
    const seed = random(0, 'seed');
    const secrets = others.map((number) => random(0, `secret ${number}`));
    const ranks = (unknown: Buffer) => {
      const book = bookOf([...others, 600_000], [unknown, ...secrets.slice(1), random(0, 'own')]);
      return ranksInDraw(seed.toString('hex'), book, hashOfInputs(terms, book)).at(-1) ?? 0;
    };
    const won = Array.from({ length: 2_000 }, (_, n) => ranks(random(n, 'honest'))).filter((rank) => rank < winners);
    expect(Math.abs(won.length - 2_000 * chance)).toBeLessThanOrEqual(marginOf(2_000));
  });
});

describe('the draw of an offering', async () => {
  const server = await startServer();
  const { app, db } = server;
  afterAll(() => server.close());

  const apply = async ({ session }: Payer, stockId: string, more: object = {}) => {
    const headers = { 'idempotency-key': randomUUID() };
    const response = await server.call('POST /api/ipo/buy', { as: session, body: agreed(stockId, 10, more), headers });
    expect(response.refusal.code).toBeUndefined();
    return response.body;
  };
  const cancel = async ({ session }: Payer, application_id: string) => {
    const headers = { 'idempotency-key': randomUUID() };
    const response = await server.call('POST /api/ipo/cancel', { as: session, body: { application_id }, headers });
    expect(response.status).toBe(200);
  };
  const commitmentOf = async ({ session }: Payer, application_id: string) =>
    (await server.call('POST /api/ipo/application', { as: session, body: { application_id } })).body.draw_commitment;
  const stored = (stockId: string) =>
    db.rows<{ commitment: string }>(sql`
      select encode(commitment, 'hex') as commitment from ipo_draw_secret where offering_id = ${stockId} order by created_at, client_id`);

  async function allotted(stockId: string) {
    await bringTo(server, stockId, 'allotting', sql`final_price_minor = 1900, priced_at = '2026-03-01'`);
    await orderAllotment(db, stockId, { method: 'lottery' });
    await continueAllotments(app);
  }

  it('keeps the secret of the first application when the client cancels and applies again', async () => {
    const stockId = await openOffering(server, { method: 'lottery', quota: 30 });
    const [ida, hans] = [await newApplicant(server), await newApplicant(server)];
    const first = 'a1'.repeat(32);
    const application = await apply(ida, stockId, { draw_secret: first });
    await apply(hans, stockId);
    const commitments = await stored(stockId);
    expect(await commitmentOf(ida, application.id)).toBe(hash(Buffer.from(first, 'hex')).toString('hex'));
    let latest = application;
    for (let n = 0; n < 5; n++) {
      await cancel(ida, latest.id);
      latest = await apply(ida, stockId, { draw_secret: `b${n}`.repeat(32) });
      expect(await commitmentOf(ida, latest.id)).toBe(await commitmentOf(ida, application.id));
    }
    expect(await stored(stockId)).toEqual(commitments);
    expect(latest.number).not.toBe(application.number);

    await allotted(stockId);
    const published = await db.rows<{ number: string; secret: string }>(sql`
      select 'A-' || number as number, encode(secret, 'hex') as secret from ipo_allotment_entry where offering_id = ${stockId} order by number`);
    expect(published.find(({ number }) => number === latest.number)?.secret).toBe(first);
    const { body } = await server.call('POST /api/ipo/basis', { as: ida.session, body: { stock_id: stockId } });
    expect(body.mine?.draw_commitment).toBe(await commitmentOf(ida, latest.id));
    const file = await server.call('POST /api/ipo/basis/file', { as: ida.session, body: { stock_id: stockId } });
    expect(recompute(file.body)).toMatchObject({ equal: true, applications: 2 });
    expect(recompute(file.body.replace(/#seed,\w{64}/, `#seed,${'0'.repeat(64)}`)).equal).toBe(false);
  });

  it('stores nothing readable before publication, and can be decrypted after a change of APP_SECRET', async () => {
    const stockId = await openOffering(server, { method: 'lottery', quota: 10 });
    const ida = await newApplicant(server);
    const secret = 'c3'.repeat(32);
    await apply(ida, stockId, { draw_secret: secret });
    const all = async () =>
      JSON.stringify(
        await db.rows(sql`
          select s.seed, encode(s.encrypted, 'hex') as seed_sealed, encode(d.encrypted, 'hex') as sealed
          from ipo_seed s join ipo_draw_secret d using (offering_id) where offering_id = ${stockId}`),
      );
    const before = await all();
    expect(before).toContain('"seed":null');
    expect(before).not.toContain(secret);
    const other = 'another secret of the installation 0';
    await expect(db.tx((tx) => reEncryptAll(tx, other, app.config.appSecret))).rejects.toThrow('APP_SECRET');
    await db.tx((tx) => reEncryptAll(tx, app.config.appSecret, other));
    expect(await all()).not.toBe(before);
    await db.tx((tx) => reEncryptAll(tx, other, app.config.appSecret));
    await allotted(stockId);
    expect(await all()).not.toContain('"seed":null');
  });

  it.each(['full', 'pro_rata', 'tier_weighted', 'one_lot_each', 'lottery', 'manual'] as const)(
    'shows its commitments only where there is a lottery: %s',
    async (method) => {
      const stockId = await openOffering(server, { method });
      const ida = await newApplicant(server);
      const application = await apply(ida, stockId);
      const { body } = await server.call('POST /api/ipo/offering', { as: ida.session, body: { stock_id: stockId } });
      const shown = [body.lottery_commitment, await commitmentOf(ida, application.id)].map((each) => each !== null);
      expect(shown).toEqual(Array(2).fill(lotteryMethods.includes(method)));
    },
  );

  it('refuses a secret that is not 32 bytes in hex', async () => {
    const stockId = await openOffering(server);
    const { session } = await newApplicant(server);
    const response = await server.call('POST /api/ipo/buy', {
      as: session,
      body: agreed(stockId, 10, { draw_secret: 'abc' }),
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(response.refusal.errors).toMatchObject({ draw_secret: [{ code: 'validation.identifier' }] });
  });

  it('stops when a stored secret is another client’s, and holds up no other offering', async () => {
    const stockId = await openOffering(server, { method: 'lottery', quota: 10 });
    const [ida, hans] = [await newApplicant(server), await newApplicant(server)];
    await apply(ida, stockId);
    await apply(hans, stockId);
    const foreign = encrypt(app.config.appSecret, 'atrium draw secrets 1', `${stockId} ${randomUUID()}`, hash('x'));
    await db.run(sql`
      update ipo_draw_secret set encrypted = ${foreign} where offering_id = ${stockId} and client_id = ${ida.session.user.id}`);
    await expect(allotted(stockId)).rejects.toThrow('does not open');
    expect(await db.one(sql`select seed from ipo_seed where offering_id = ${stockId}`)).toEqual({ seed: null });
    // Only that offering waits.
    const other = await openOffering(server, { method: 'lottery', quota: 10 });
    await apply(hans, other);
    await expect(allotted(other)).rejects.toThrow('does not open');
    expect(await db.one(sql`select state from ipo_allotment where offering_id = ${other}`)).toEqual({
      state: 'settled',
    });
  });
});
