import { createHash } from 'node:crypto';
import anyAscii from 'any-ascii';
import type { ScreeningReason } from '#contract/screening/names.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { ScreeningQuery } from '#server/platform/connections/ports/screening.ts';

/** A name that has to be compared. */
export interface Due {
  clientId: string;
  /** Empty for the client, else the name of who receives a payout. */
  subject: string;
  reason: ScreeningReason;
  runId: string | null;
  changedSince: string | null;
  /** As the database writes it: a Date would lose its microseconds. */
  requestedAt: string;
  /** In batches of at most so many, since it was in one that failed; null before that. */
  batchSize: number | null;
}

interface Facts {
  /** In the order of the client’s language, and in the other. */
  fullNames: string[];
  country: string;
  birthOn: string | null;
  nationality: string | null;
}
export type DueWithFacts = Due & Facts;

/**
 * The next batch: of one run, as one call asks for one span of changes, and no larger than its names are sent by now.
 * Those that stayed without an answer come last. Those of closed profiles are not compared.
 */
export async function readDue(db: Queries, at: Date, max: number): Promise<DueWithFacts[]> {
  const due = await db.rows<DueWithFacts>(sql`
    select d.client_id as "clientId", d.subject, d.reason, d.run_id as "runId", d.changed_since::text as "changedSince",
           d.requested_at::text as "requestedAt", d.batch_size as "batchSize",
           array[c.full_name, full_name(c.first_name, c.second_name, 'hu'), full_name(c.first_name, c.second_name, 'en')] as "fullNames",
           c.country, p.birth_on::text as "birthOn", p.nationality
    from screening_due d join person c on c.id = d.client_id
    left join lateral (select birth_on, nationality from verification_person v where v.client_id = c.id
                       order by v.at desc, v.id desc limit 1) p on true
    where d.next_at <= ${at} and c.closed_at is null
    order by (d.run_id is not null), (d.attempts > 0), d.batch_size, d.requested_at, d.client_id, d.subject limit ${max}`);
  const [first] = due;
  if (!first) return [];
  const { changedSince, runId, batchSize } = first;
  return due
    .filter((each) => each.changedSince === changedSince && each.runId === runId && each.batchSize === batchSize)
    .slice(0, batchSize ?? max);
}

const once = (texts: readonly string[]) => [...new Set(texts.map((text) => text.trim()).filter(Boolean))];

/** A name as it is written and in Latin letters, in both orders: lists have either. */
function spellings(names: readonly string[]): string[] {
  return once(names.flatMap((name) => [name, anyAscii(name)]));
}

/** What is sent about a name: no email, no phone, no number of ours. */
export function queryOf(key: string, due: DueWithFacts): ScreeningQuery {
  if (due.subject !== '') return { key, properties: { name: spellings([due.subject]) } };
  const { fullNames, birthOn, nationality, country } = due;
  return {
    key,
    properties: {
      name: spellings(fullNames),
      ...(birthOn !== null && { birthDate: [birthOn] }),
      ...(nationality !== null && { nationality: [nationality.toLowerCase()] }),
      country: [country.toLowerCase()],
    },
  };
}

export const hashOfQuery = ({ properties }: ScreeningQuery): Buffer =>
  createHash('sha256').update(JSON.stringify(properties)).digest();
