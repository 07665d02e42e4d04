import type { OfferingTerms } from '#contract/ipo/staff-records.ts';
import type { Sector } from '#contract/market/sectors.ts';
import { fromLocalTime, toLocalTime } from '#web/platform/i18n/local-time.ts';

/** The terms as a form has them: all text, times in the reader's zone, countries by their codes. */
export type TermsForm = { [Name in keyof OfferingTerms]: AsText<OfferingTerms[Name]> };
type AsText<Value> = Value extends string ? Value : string;

/** A new offering, with what most have in common. */
export const freshTerms: TermsForm = {
  issuer: '',
  ticker: '',
  isin: '',
  exchange: '',
  sector: '',
  currency: 'USD',
  mode: 'subscription',
  price_low: '',
  price_high: '',
  shares_offered: '',
  shares_outstanding: '',
  quota: '',
  lot_size: '1',
  min_quantity: '1',
  max_quantity: '',
  fee_in_percent: '3',
  fee_in_minimum: '0',
  fee_fixed: '0',
  fee_out_percent: '0.5',
  lock_up_days: '90',
  early_exit_percent: '',
  min_level: '3',
  min_tier: 'standard',
  excluded_countries: '',
  cut_off: 'close',
  when_postponed: 'keep',
  allotment_method: 'pro_rata',
  disclosure_version: '1',
  opens_at: '',
  closes_at: '',
  listed_at: '',
};

export function formOfTerms(terms: OfferingTerms): TermsForm {
  const asText = Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, String(value ?? '')]));
  return {
    ...(asText as TermsForm),
    excluded_countries: terms.excluded_countries.join(' '),
    opens_at: toLocalTime(terms.opens_at),
    closes_at: toLocalTime(terms.closes_at),
    listed_at: toLocalTime(terms.listed_at),
  };
}

/** The input of the call; numbers go as text, and the contract converts or refuses them. */
export function termsOfForm(form: TermsForm) {
  return {
    ...form,
    // The server refuses one that is no longer in the list, and none at all.
    sector: form.sector as Sector,
    isin: form.isin || null,
    early_exit_percent: form.early_exit_percent || null,
    excluded_countries: form.excluded_countries.split(/[\s,;]+/).filter(Boolean),
    opens_at: fromLocalTime(form.opens_at) ?? '',
    closes_at: fromLocalTime(form.closes_at) ?? '',
    listed_at: fromLocalTime(form.listed_at),
  };
}
