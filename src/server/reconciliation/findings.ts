import { findingResults, type FindingResult } from '#contract/reconciliation/names.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';

/** What a person has said of a difference. */
export interface Explanation {
  note: string;
  byId: string;
  at: Date | string;
}

/** A finding of a run; amounts in minor units of its currency. */
export interface NewFinding {
  result: FindingResult;
  reference?: string | null;
  /** As `2026-03-02`. */
  on?: string | null;
  currency?: string | null;
  hereMinor?: bigint | null;
  thereMinor?: bigint | null;
  paymentId?: string | null;
  /** Of a trading account. */
  accountId?: string | null;
  breach?: { rule: string; row: string; why: string };
  /** Why it differs, where a person has said so before. */
  explained?: Explanation | null;
}

/** The result of a comparison: how much was compared, by name, and the differences. */
export interface Outcome {
  facts: Record<string, number>;
  findings: NewFinding[];
}

const batch = 5000;

/** Stores the findings of a run, the worst first. */
export async function writeFindings(tx: Tx, runId: string, found: readonly NewFinding[]): Promise<void> {
  const sorted = found.toSorted((a, b) => findingResults.indexOf(a.result) - findingResults.indexOf(b.result));
  for (let from = 0; from < sorted.length; from += batch)
    await insertFindings(tx, runId, from, sorted.slice(from, from + batch));
}

async function insertFindings(tx: Tx, runId: string, from: number, sorted: readonly NewFinding[]): Promise<void> {
  const column = <T>(pick: (finding: NewFinding) => T | null | undefined) => sorted.map((each) => pick(each) ?? null);
  await tx.run(sql`
    insert into reconciliation_finding (id, run_id, location, result, reference, on_day, currency, here, there, payment_id, account_id,
                                        rule, breach_row, breach_why, note, resolved_by, resolved_at)
    select id, ${runId}, ${from} + location - 1, result, reference, on_day, currency, here, there, payment_id, account_id, rule, breach_row, breach_why,
           note, resolved_by, resolved_at
    from unnest(
      ${sorted.map(() => newId())}::uuid[], ${column(({ result }) => result)}::text[], ${column(({ reference }) => reference)}::text[],
      ${column(({ on }) => on)}::date[], ${column(({ currency }) => currency)}::text[], ${column(({ hereMinor }) => hereMinor)}::bigint[],
      ${column(({ thereMinor }) => thereMinor)}::bigint[], ${column(({ paymentId }) => paymentId)}::uuid[],
      ${column(({ accountId }) => accountId)}::uuid[], ${column(({ breach }) => breach?.rule)}::text[],
      ${column(({ breach }) => breach?.row)}::text[], ${column(({ breach }) => breach?.why)}::text[],
      ${column(({ explained }) => explained?.note)}::text[], ${column(({ explained }) => explained?.byId)}::uuid[],
      ${column(({ explained }) => explained?.at)}::timestamptz[]
    ) with ordinality found (id, result, reference, on_day, currency, here, there, payment_id, account_id, rule, breach_row, breach_why, note, resolved_by,
                               resolved_at, location)`);
}
