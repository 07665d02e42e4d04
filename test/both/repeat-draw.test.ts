import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { basisHead, basisLines, type BasisFacts, type BasisRow } from '#contract/ipo/allotment/basis-file.ts';
import { emptyBook, fillRow, secretBytes } from '#server/ipo/allotment/book.ts';
import { decide } from '#server/ipo/allotment/decide.ts';
import { recompute } from '#server/ipo/allotment/recompute.ts';
import { checkOfRow } from '#server/ipo/allotment/row-check.ts';
import { recomputeBasis, type ShownBasis } from '#web/ipo/allotment/recompute-basis.ts';

const hash = (content: string | Buffer) => createHash('sha256').update(content).digest();
const weights = { standard: 100, silver: 125, gold: 150, platinum: 200, vip: 300 };

interface Published {
  file: string;
  shown: ShownBasis & { mine: NonNullable<ShownBasis['mine']> };
}

/** Forty applications, allotted by the server; the client's own is the eighth. */
function published(method: 'lottery' | 'one_lot_each' | 'pro_rata' | 'tier_weighted', hasSecrets = true): Published {
  const seed = hash('seed').toString('hex');
  const tiers = ['standard', 'silver', 'gold', 'platinum', 'vip'] as const;
  const book = emptyBook(40, hasSecrets);
  const entries = Array.from({ length: 40 }, (_, at) => {
    const tier = tiers[at % 5] ?? 'standard';
    const shares = 10 * (1 + (at % 7));
    const row = {
      number: BigInt(500_001 + at),
      tier,
      requested: shares,
      limitMet: at % 9 !== 0,
      counted: at % 9 === 0 ? 0 : shares,
    };
    fillRow(book, at, { ...row, weight: weights[tier] });
    const secret = hash(`secret ${at}`);
    if (hasSecrets) book.secrets.set(secret, at * secretBytes);
    return { ...row, number: String(row.number), secret: hasSecrets ? secret.toString('hex') : null };
  });
  const terms = { quota: 300, lotSize: 10, finalPrice: '19.00' };
  const decision = decide(method, { ...terms, seed }, book);
  if (!decision) throw new Error('nothing was decided');
  const rows: BasisRow[] = entries.map((entry, at) => ({ ...entry, allotted: decision.allotted[at] ?? 0 }));
  const commitment = hash(Buffer.from(seed, 'hex')).toString('hex');
  const { inputsSha256, resultSha256 } = decision;
  const facts: BasisFacts = {
    ...terms,
    ticker: 'ACME',
    method,
    currency: 'USD',
    commitment,
    seed,
    hasSecrets,
    inputsSha256,
    resultSha256,
    weights,
  };
  const mine = {
    number: `A-${rows[7]?.number}`,
    tier: rows[7]?.tier ?? 'standard',
    requested: rows[7]?.requested ?? 0,
    allotted: rows[7]?.allotted ?? 0,
    draw_commitment: hasSecrets ? hash(hash('secret 7')).toString('hex') : null,
  };
  return {
    file: basisHead(facts) + basisLines(rows, checkOfRow),
    shown: { commitment, result_sha256: resultSha256, mine },
  };
}

describe('the draw repeated in the browser', () => {
  it.each(['lottery', 'one_lot_each', 'pro_rata', 'tier_weighted'] as const)(
    'comes to what the server published: %s',
    async (method) => {
      const { file, shown } = published(method);
      expect(recompute(file)).toMatchObject({ equal: true });
      expect(await recomputeBasis(file, shown)).toMatchObject({ agrees: true, of: 40, allotted: shown.mine.allotted });
    },
  );

  it('also for an offering that was drawn by application number', async () => {
    const { file, shown } = published('lottery', false);
    expect(recompute(file)).toMatchObject({ equal: true });
    expect(await recomputeBasis(file, shown)).toMatchObject({ agrees: true });
  });

  it('says so when the seed, a secret, a request, the result or the own row is another one', async () => {
    const { file, shown } = published('lottery');
    const zeros = '0'.repeat(64);
    const secretOf = (at: number) => hash(`secret ${at}`).toString('hex');
    const files = [
      file.replace(/#seed,\w{64}/, `#seed,${zeros}`),
      file.replace(secretOf(7), zeros),
      file.replace(secretOf(20), zeros),
      file.replace('500013,gold,60,yes,60', '500013,gold,70,yes,70'),
      file.replace('500008,', '600008,'),
    ];
    for (const changed of files) {
      expect(changed).not.toBe(file);
      expect(await recomputeBasis(changed, shown)).toEqual({ agrees: false });
    }
    const others: ShownBasis[] = [
      { ...shown, commitment: zeros },
      { ...shown, result_sha256: zeros },
      { ...shown, mine: { ...shown.mine, allotted: shown.mine.allotted + 10 } },
      { ...shown, mine: { ...shown.mine, draw_commitment: zeros } },
    ];
    for (const other of others) expect(await recomputeBasis(file, other)).toEqual({ agrees: false });
  });
});
