import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Language } from '#contract/languages.ts';
import { reasonPurposes } from '#contract/reason-names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { tellReason, type Said } from '#server/platform/reasons/format-reason.ts';
import type { Client } from '#server/platform/session.ts';

interface Row {
  id: string;
  act: string;
  payment: string | null;
  address: string | null;
  words: string | null;
  purpose: string | null;
  kept: string | null;
  said: Said | null;
  at: Date;
}

/** Staff's own work: that they looked, what they noted for each other or proposed, and who takes care of what. */
const inside = [
  'staff.look_at_client',
  'staff.add_note',
  'staff.add_tag',
  'staff.remove_tag',
  'proposals.propose',
  'proposals.decline',
  'proposals.withdraw',
  // Of earlier versions.
  'staff.propose_override',
  'staff.decline_override',
  'staff.withdraw_override',
  'payments.take',
];

/** Acts of which a client is told; the condition on `audit_entry`. */
export const toldOf: Sql = sql`(act not like 'support.%' and act <> all(${inside}))`;

/** What he does himself of which this list tells: others may have his session. */
const own = Object.entries<Endpoint>(api).flatMap(([name, { audited }]) => (audited ? [name] : []));

const most = 100;

/**
 * What staff did in the client's profile, what was changed in it in his own name, and who failed to sign in to it, the latest first. Who of staff it was stays
 * inside the house, and so does how support handles his conversations, which he sees for himself.
 */
export async function listActivity(app: App, me: Client, language: Language) {
  const [acts, failures] = await Promise.all([readActs(app, me.id, language), readFailures(app.db, me.id)]);
  const lines = [...acts, ...failures].toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1));
  return lines.slice(0, most).map((line) => ({ ...line, at: line.at.toISOString() }));
}

interface Line extends Pick<Row, 'id' | 'act' | 'payment' | 'at'> {
  reason: string | null;
  address: string | null;
  times: number;
}

async function readActs(app: App, clientId: string, language: Language): Promise<Line[]> {
  const rows = await app.db.rows<Row>(sql`
    select id, act, details ->> 'payment' as payment, case when actor_id = client_id then details ->> 'from_address' end as address, details ->> 'reason' as words, details ->> 'purpose' as purpose, details ->> 'reason_code' as kept,
           reason_said(details ->> 'reason_code') as said, created_at as at from audit_entry
    where client_id = ${clientId} and (actor_id is distinct from client_id or act = any(${own})) and ${toldOf}
    order by created_at desc, id desc limit ${most}`);
  return rows.map((row) => {
    const { id, act, payment, address, at } = row;
    return { id, act, payment, at, reason: tell(app, language, row), address, times: 1 };
  });
}

/** Of the catalogue, or in somebody’s own words; of applications that were turned down before there was one, its code. */
function tell(app: App, language: Language, { act, words, purpose, kept, said }: Row): string | null {
  const code = kept ?? (act === 'ipo_desk.reject' ? words : null);
  const of = act === 'ipo_desk.reject' ? 'application' : reasonPurposes.find((each) => each === purpose);
  if (code === null || of === undefined) return words;
  const { explanation, advice } = tellReason(app, language, { purpose: of, kept: code, said });
  return advice ? `${explanation} ${advice}` : explanation;
}

/** Those of a day from one address are one line. */
const readFailures = (db: Queries, clientId: string) =>
  db.rows<Line>(sql`
    select (array_agg(id order by last_at desc))[1] as id, 'security.' || kind as act, null as payment, null as reason,
           max(last_at) as at, address, sum(times)::int as times
    from security_event where client_id = ${clientId} and kind in ('sign_in', 'factor', 'locked')
    group by kind, address, date_trunc('day', minute at time zone 'UTC') order by max(last_at) desc limit ${most}`);
