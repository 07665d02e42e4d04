import type { Language } from '#contract/languages.ts';
import type { StoppableKind } from '#contract/override-names.ts';
import type { ToldReason } from '#contract/reasons.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { countsAt } from '#server/platform/overrides.ts';
import { tellReason, type Said } from '#server/platform/reasons/format-reason.ts';
import { refuse } from '#server/platform/refusal.ts';

/** Payments of one client that staff have stopped. */
export interface Stop {
  kind: StoppableKind;
  kept: string;
  said: Said | null;
  note: string | null;
  /** The last day (UTC); null until staff let them go on. */
  until: string | null;
  by: string;
  at: Date;
}

/** What of a client is stopped at a time. Whoever decides by it holds the client's lock. */
export const readStops = (db: Queries, clientId: string, at: Date): Promise<Stop[]> =>
  db.rows<Stop>(sql`
    select o.kind, o.reason as kept, reason_said(o.reason) as said, o.note, o.until::text as until,
           s.first_name || ' ' || s.second_name as by, o.set_at as at
    from payment_stop o join client s on s.id = o.set_by where o.client_id = ${clientId} and ${countsAt(at)} order by o.kind`);

interface Which {
  clientId: string;
  kind: StoppableKind;
  at: Date;
}

export async function readStop(db: Queries, { clientId, kind, at }: Which): Promise<Stop | null> {
  return (await readStops(db, clientId, at)).find((each) => each.kind === kind) ?? null;
}

export const tellStop = (app: App, language: Language, { kept, said }: Stop): ToldReason =>
  tellReason(app, language, { purpose: 'payment_stop', kept, said });

/** @throws Refusal `payments.stopped`, which says why */
export async function checkStop(app: App, tx: Queries, language: Language, which: Which): Promise<void> {
  const stop = await readStop(tx, which);
  if (stop) throw refuse('payments.stopped', { kind: which.kind, reason: tellStop(app, language, stop).explanation });
}
