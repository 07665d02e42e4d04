import { allot } from '#contract/ipo/allotment.ts';
import { readBasisFile, type BasisFacts, type BasisRow } from '#contract/ipo/allotment/basis-file.ts';
import { drawText, inputsText, ranksOf, resultText, secretsText } from '#contract/ipo/draw.ts';
import type { Basis } from '#contract/ipo/records.ts';
import { hexOf } from '#web/platform/hex.ts';

/** What of a published basis the client has seen before, or sees on this screen. */
export type ShownBasis = Pick<Basis, 'commitment' | 'result_sha256' | 'mine'>;

/** Whether the published inputs lead to the client's own row. `place` is counted from 1. */
export type Recomputed = { agrees: true; rank: number; of: number; allotted: number } | { agrees: false };

/**
 * Repeats the draw and the allotment in the browser, from the published file and nothing else: that the seed and the
 * client's own secret are those committed to, and that the method gives each application what the file says.
 */
export async function recomputeBasis(
  file: string,
  { commitment, result_sha256, mine }: ShownBasis,
): Promise<Recomputed> {
  const { facts, rows } = readBasisFile(file, null);
  const { seed, method, quota, lotSize } = facts;
  const own = rows.findIndex(({ number }) => `A-${number}` === mine?.number);
  const ownRow = rows[own];
  if (method === 'manual' || !mine || !ownRow) return { agrees: false };
  if ((await sha256(bytesOf(seed))) !== commitment) return { agrees: false };
  if (ownRow.secret !== null && (await sha256(bytesOf(ownRow.secret))) !== mine.draw_commitment)
    return { agrees: false };

  const weighted = rows.map((row) => ({ ...row, weight: facts.weights[row.tier] }));
  const inputs = await sha256(inputsText(facts, weighted));
  if (inputs !== facts.inputsSha256) return { agrees: false };
  const ranks = ranksOf(await drawsOf(facts, rows, inputs));
  const requests = weighted.map(({ counted, weight }, at) => ({
    lots: Math.floor(counted / lotSize),
    weight,
    rank: ranks[at] ?? 0,
  }));
  const lots = allot(method, Math.floor(quota / lotSize), requests);
  const result = rows.map(({ number }, at) => ({ number, allotted: (lots?.[at] ?? 0) * lotSize }));
  const allotted = result[own]?.allotted ?? 0;
  const agrees = allotted === mine.allotted && (await sha256(resultText(method, seed, result))) === result_sha256;
  return agrees ? { agrees, rank: (ranks[own] ?? 0) + 1, of: rows.length, allotted } : { agrees };
}

/** So many at once: each is a promise of its own. */
const chunkSize = 2_000;

async function drawsOf({ seed, hasSecrets }: BasisFacts, rows: readonly BasisRow[], inputs: string): Promise<string[]> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(seed), hmac, false, ['sign']);
  const drawn = rows.map(({ number, secret }) => ({ number, secret: secret ?? '' }));
  const secrets = hasSecrets ? await sha256(secretsText(drawn)) : '';
  const draws: string[] = [];
  for (let from = 0; from < drawn.length; from += chunkSize) {
    const texts = drawn
      .slice(from, from + chunkSize)
      .map(({ number, secret }) => (hasSecrets ? drawText(inputs, secrets, secret) : number));
    const signed = await Promise.all(texts.map((text) => crypto.subtle.sign('HMAC', key, encoder.encode(text))));
    draws.push(...signed.map((each) => hexOf(new Uint8Array(each))));
  }
  return draws;
}

const encoder = new TextEncoder();

async function sha256(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === 'string' ? encoder.encode(content) : content;
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
