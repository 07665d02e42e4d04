import { allotmentMethods, type AllotmentMethod } from '../names.ts';
import { tierNames, type TierName } from '#contract/portfolio/tier-names.ts';

/** The header of a published basis of allotment, above its rows. */
export interface BasisFacts {
  ticker: string;
  method: AllotmentMethod;
  /** Shares. */
  quota: number;
  lotSize: number;
  currency: string;
  /** A decimal of `currency`. */
  finalPrice: string;
  /** SHA-256 of the seed, published when the offering was announced; both in hex. */
  commitment: string;
  seed: string;
  /** Each row has the secret of its applicant; without them the draw is by application number. */
  hasSecrets: boolean;
  inputsSha256: string;
  resultSha256: string;
  /** In hundredths. */
  weights: Record<TierName, number>;
}

/** One application, in shares. */
export interface BasisRow {
  number: string;
  tier: TierName;
  requested: number;
  /** The final price is within its limit. */
  limitMet: boolean;
  /** What took part in the allotment: none without a right to it, and no more than the held money pays for. */
  counted: number;
  allotted: number;
  /** What the applicant brought to the draw, 32 bytes in hex; null where the draw is by number. */
  secret: string | null;
}

const facts = [
  'ticker',
  'method',
  'quota',
  'lot_size',
  'currency',
  'final_price',
  'commitment',
  'seed',
  'inputs_sha256',
  'result_sha256',
] as const;
/** Version 3 has the secrets; version 2 is that of offerings drawn by application number. */
const titleOf = (hasSecrets: boolean) => `#basis of allotment,${hasSecrets ? 3 : 2}`;
const columnsOf = (hasSecrets: boolean) =>
  `number,tier,requested,limit_met,counted,allotted,${hasSecrets ? 'secret,' : ''}check`;
const end = '\r\n';

/** The file up to its first row. */
export function basisHead(of: BasisFacts): string {
  const values = [
    of.ticker,
    of.method,
    of.quota,
    of.lotSize,
    of.currency,
    of.finalPrice,
    of.commitment,
    of.seed,
    of.inputsSha256,
    of.resultSha256,
  ];
  const weights = tierNames.map((tier) => `#weight ${tier},${of.weights[tier]}`);
  const lines = facts.map((fact, n) => `#${fact},${values[n]}`);
  return [titleOf(of.hasSecrets), ...lines, ...weights, columnsOf(of.hasSecrets)].map((line) => line + end).join('');
}

/**
 * Rows as they stand in the file, by number, the lowest first. At its end each has the check of what stands before, so
 * that a cell that was changed can be found; that nothing was, only the hashes over all rows prove.
 */
export function basisLines(rows: readonly BasisRow[], checkOf: CheckOf): string {
  return rows
    .map(({ number, tier, requested, limitMet, counted, allotted, secret }) => {
      const drawn = secret === null ? [] : [secret];
      const cells = [number, tier, requested, limitMet ? 'yes' : 'no', counted, allotted, ...drawn].join(',');
      return `${cells},${checkOf(cells)}${end}`;
    })
    .join('');
}

/** Twelve hexadecimal digits that depend on all of a text. */
export type CheckOf = (cells: string) => string;

/**
 * @param checkOf null to leave the checks of single rows out, as the hashes over all rows are compared anyway
 * @throws Error that names the line which is not as it should be
 */
export function readBasisFile(text: string, checkOf: CheckOf | null): { facts: BasisFacts; rows: BasisRow[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const hasSecrets = lines[0] === titleOf(true);
  const heading = lines.indexOf(columnsOf(hasSecrets));
  if (lines[0] !== titleOf(hasSecrets) || heading < 0)
    throw new Error('this is no basis of allotment that this version reads');
  const stated = new Map(lines.slice(1, heading).map((line): [string, string] => splitFact(line)));
  const rows = lines.slice(heading + 1).map((line, n) => readRow(line, { at: heading + 2 + n, hasSecrets, checkOf }));
  return { facts: { ...readFacts(stated), hasSecrets }, rows };
}

function splitFact(line: string): [string, string] {
  const [name = '', value = ''] = line.slice(1).split(',');
  return [name, value];
}

function readFacts(stated: Map<string, string>): Omit<BasisFacts, 'hasSecrets'> {
  const fact = (name: (typeof facts)[number] | `weight ${TierName}`, pattern: RegExp): string => {
    const value = stated.get(name) ?? '';
    if (!pattern.test(value)) throw new Error(`its ${name} is missing or wrong`);
    return value;
  };
  const hash = /^[\da-f]{64}$/;
  const count = /^\d{1,15}$/;
  return {
    ticker: fact('ticker', /^[A-Z\d.]{1,10}$/),
    method: fact('method', new RegExp(`^(${allotmentMethods.join('|')})$`)) as AllotmentMethod,
    quota: Number(fact('quota', count)),
    lotSize: Number(fact('lot_size', /^[1-9]\d{0,9}$/)),
    currency: fact('currency', /^[A-Z]{3,5}$/),
    finalPrice: fact('final_price', /^\d+(\.\d+)?$/),
    commitment: fact('commitment', hash),
    seed: fact('seed', hash),
    inputsSha256: fact('inputs_sha256', hash),
    resultSha256: fact('result_sha256', hash),
    weights: Object.fromEntries(tierNames.map((tier) => [tier, Number(fact(`weight ${tier}`, count))])) as Record<
      TierName,
      number
    >,
  };
}

const rowPattern = new RegExp(
  `^(\\d{1,18}),(${tierNames.join('|')}),(\\d{1,10}),(yes|no),(\\d{1,10}),(\\d{1,10}),(?:([\\da-f]{64}),)?([\\da-f]{12})$`,
);

interface Location {
  /** The line in the file. */
  at: number;
  hasSecrets: boolean;
  checkOf: CheckOf | null;
}

function readRow(line: string, { at, hasSecrets, checkOf }: Location): BasisRow {
  const [, number, tier, requested, limitMet, counted, allotted, secret, check] = rowPattern.exec(line) ?? [];
  if (number === undefined || (secret !== undefined) !== hasSecrets)
    throw new Error(`line ${at} is no row of it: ${line.slice(0, 80)}`);
  if (checkOf && checkOf(line.slice(0, -13)) !== check)
    throw new Error(`line ${at}, application ${number}, is not as it was published`);
  return {
    number,
    tier: tier as TierName,
    requested: Number(requested),
    limitMet: limitMet === 'yes',
    counted: Number(counted),
    allotted: Number(allotted),
    secret: secret ?? null,
  };
}
