import type { Language } from '#contract/kernel/languages.ts';
import type { RestrictableKind } from '#contract/staff/override-names.ts';
import type { FormattedReason } from '#contract/reasons/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { arePaymentsPaused } from '#server/platform/people/paused.ts';
import { countsAt } from '#server/platform/people/overrides.ts';
import { formatReason, type ReasonTexts } from '#server/platform/reasons/format-reason.ts';
import { dayText } from '#server/platform/formats/date-format.ts';
import { refuse } from '#server/platform/refusal.ts';

/** Payments of one client that staff have restricted. */
export interface PaymentRestriction {
  kind: RestrictableKind;
  versionedCode: string;
  reasonTexts: ReasonTexts | null;
  note: string | null;
  /** The last day (UTC); null until staff lift it. */
  until: string | null;
  by: string;
  at: Date;
}

/** What is restricted for a client at a time. A caller that decides by it holds the client's lock. */
export const readRestrictions = (db: Queries, clientId: string, at: Date): Promise<PaymentRestriction[]> =>
  db.rows<PaymentRestriction>(sql`
    select o.kind, o.reason as "versionedCode", reason_texts(o.reason) as "reasonTexts", o.note, o.until::text as until,
           s.full_name as by, o.set_at as at
    from payment_restriction o join person s on s.id = o.set_by where o.client_id = ${clientId} and ${countsAt(at)} order by o.kind`);

interface Which {
  clientId: string;
  kind: RestrictableKind;
  at: Date;
}

export async function readRestriction(db: Queries, { clientId, kind, at }: Which): Promise<PaymentRestriction | null> {
  return (await readRestrictions(db, clientId, at)).find((each) => each.kind === kind) ?? null;
}

/** What the client reads while payments are paused by other rules than a restriction; it gives no hint of the rule. */
const neutral = { versionedCode: 'under_inquiry', reasonTexts: null, until: null } as const;

/** The restriction by staff, or the words for a client whose payments are paused otherwise. */
export async function readPause(
  app: Pick<App, 'db' | 'config' | 'log' | 'metrics'>,
  db: Queries,
  which: Which,
): Promise<Pick<PaymentRestriction, 'versionedCode' | 'reasonTexts' | 'until'> | null> {
  const [restriction, isPaused] = await Promise.all([
    readRestriction(db, which),
    arePaymentsPaused(app, db, which.clientId),
  ]);
  return restriction ?? (isPaused ? neutral : null);
}

export const formatRestriction = (
  app: App,
  language: Language,
  { versionedCode, reasonTexts }: Pick<PaymentRestriction, 'versionedCode' | 'reasonTexts'>,
): FormattedReason =>
  formatReason(app, language, {
    purpose: 'payment_restriction',
    versionedCode: versionedCode,
    reasonTexts: reasonTexts,
  });

/** @throws Refusal `payments.restricted`, with the reason and the last day */
export async function checkRestriction(app: App, tx: Queries, which: Which): Promise<void> {
  const restriction = await readPause(app, tx, which);
  if (!restriction) return;
  const { until } = restriction;
  throw refuse('payments.restricted', {
    kind: which.kind,
    reason: ({ language }) => formatRestriction(app, language, restriction).explanation,
    until: ({ language }, text) =>
      until === null
        ? text(language, 'emails.payments_restricted_open')
        : text(language, 'emails.payments_restricted_until', { date: dayText(language, until) }),
  });
}
