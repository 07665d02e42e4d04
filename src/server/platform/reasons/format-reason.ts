import type { Language } from '#contract/languages.ts';
import type { ToldReason } from '#contract/reasons.ts';
import { builtInReasons, type ReasonPurpose } from '#contract/reason-names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** What a reason of the broker’s own says, in the languages that he has filled in; as `reason_said` of the database. */
export type Said = Partial<Record<Language, { title: string; fix: string }>>;

/**
 * A reason as a record keeps it: the code, and for one of the broker’s own the version of its text after a full stop.
 * The text comes with it, so that it is read in one go with the record.
 */
export interface KeptReason {
  purpose: ReasonPurpose;
  kept: string;
  said: Said | null;
}

/** Where the product’s own reasons stand in its catalogues; without a fix where there is nothing to mend. */
interface Keys {
  title: (code: string) => string;
  fix?: (code: string) => string;
}
const ofPayments: Keys = {
  title: (code) => `names.payment_reason_${code}`,
  fix: (code) => `names.payment_advice_${code}`,
};
/** Access as a whole, or payments alone: what the client reads is the same. */
const ofBarring: Keys = {
  title: (code) => `names.block_reason_${code}`,
  fix: (code) => `names.block_advice_${code}`,
};
const keysOf: Record<ReasonPurpose, Keys> = {
  deposit: ofPayments,
  withdrawal: ofPayments,
  failure: ofPayments,
  refund: ofPayments,
  charge_back: ofPayments,
  adjustment: ofPayments,
  reversal: ofPayments,
  document: { title: (code) => `verification.reason_${code}`, fix: (code) => `verification.advice_${code}` },
  application: { title: (code) => `ipo.reason_${code}`, fix: (code) => `ipo.advice_${code}` },
  block: ofBarring,
  payment_stop: ofBarring,
  factor_reset: { title: (code) => `staff.factor_${code}` },
  email_change: { title: (code) => `staff.email_${code}` },
};

/**
 * The one door by which a reason reaches a reader: in his language, else in that of the installation, else in English,
 * in the very words that it had when it was given.
 */
export function tellReason(
  { text, house }: Pick<App, 'text' | 'house'>,
  language: Language,
  { purpose, kept, said }: KeptReason,
): ToldReason {
  const [code = kept, version] = kept.split('.');
  if (version === undefined) {
    const { title, fix } = keysOf[purpose];
    // An application also ends for reasons that nobody gives and nobody mends.
    const isGiven = (builtInReasons[purpose] as readonly string[]).includes(code);
    return {
      code,
      explanation: text(language, title(code)),
      advice: fix && isGiven ? text(language, fix(code)) : '',
    };
  }
  // The broker may have spoken another language when it was written.
  const own = said?.[language] ?? said?.[house.value('brand.language')] ?? said?.en ?? Object.values(said ?? {})[0];
  if (!own) throw new Error(`the reason ${kept} has no text`);
  return { code, explanation: own.title, advice: own.fix };
}

/** The texts of reasons that come without a record, as an event names them. */
export async function withText(db: Queries, purpose: ReasonPurpose, kept: string): Promise<KeptReason> {
  return { purpose, kept, ...(await db.one<{ said: Said | null }>(sql`select reason_said(${kept}) as said`)) };
}
