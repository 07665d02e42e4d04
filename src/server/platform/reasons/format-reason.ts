import type { Language } from '#contract/kernel/languages.ts';
import type { FormattedReason } from '#contract/reasons/endpoints.ts';
import { builtInReasons, type ReasonPurpose } from '#contract/reasons/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/**
 * The text of one of the broker’s own reasons, in the languages that are filled in; as `reason_texts` of the database.
 */
export type ReasonTexts = Partial<Record<Language, { title: string; fix: string }>>;

/**
 * A reason as a record stores it: the code, and for one of the broker’s own the version of its text after a full stop.
 * The text comes with it, so that one query reads it with the record.
 */
export interface StoredReason {
  purpose: ReasonPurpose;
  versionedCode: string;
  reasonTexts: ReasonTexts | null;
}

/** The keys of the product’s own reasons in its catalogues; without a fix where the client cannot mend it. */
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
  payment_restriction: ofBarring,
  factor_reset: { title: (code) => `staff.factor_${code}` },
  email_change: { title: (code) => `staff.email_${code}` },
};

/**
 * The one function that shows a reason to a reader: in the reader's language, else in that of the installation, else in
 * English, in the text that it had when it was given.
 */
export function formatReason(
  { text, settings }: Pick<App, 'text' | 'settings'>,
  language: Language,
  { purpose, versionedCode, reasonTexts }: StoredReason,
): FormattedReason {
  const [code = versionedCode, version] = versionedCode.split('.');
  if (version === undefined) {
    const { title, fix } = keysOf[purpose];
    // An application also ends for reasons that staff do not give and the client cannot mend.
    const isGiven = (builtInReasons[purpose] as readonly string[]).includes(code);
    return {
      code,
      explanation: text(language, title(code)),
      advice: fix && isGiven ? text(language, fix(code)) : '',
    };
  }
  // The broker may have spoken another language when it was written.
  const own =
    reasonTexts?.[language] ??
    reasonTexts?.[settings.value('brand.language')] ??
    reasonTexts?.en ??
    Object.values(reasonTexts ?? {})[0];
  if (!own) throw new Error(`the reason ${versionedCode} has no text`);
  return { code, explanation: own.title, advice: own.fix };
}

/** The texts of reasons that come without a record, as an event names them. */
export async function withText(db: Queries, purpose: ReasonPurpose, versionedCode: string): Promise<StoredReason> {
  return {
    purpose,
    versionedCode,
    ...(await db.one<{ reasonTexts: ReasonTexts | null }>(sql`select reason_texts(${versionedCode}) as "reasonTexts"`)),
  };
}
