import { Fragment, type ReactNode } from 'react';
import { approvalTexts, type IpoApprovalAction } from '#contract/ipo/staff-names.ts';
import { languageNames, type Language } from '#contract/kernel/languages.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { TextKey } from '#web/platform/i18n/text-key.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import type { StaffOfferingInfo } from './offering-queries.ts';

type Details = StaffOfferingInfo['history'][number]['details'];

/** Codes of the log, each with its text. */
const words: Record<string, (value: string) => string> = {
  approval_request: (value) => approvalTexts[value as IpoApprovalAction],
  decision: (value) => `audit.decided_${value}`,
  reason: (value) => `ipo.reason_${value}`,
  method: (value) => `ipo.method_${value}`,
  allotment_method: (value) => `ipo.method_${value}`,
  cut_off: (value) => `ipo.cut_off_${value}`,
  when_postponed: (value) => `offerings.when_postponed_${value}`,
  mode: (value) => `offerings.mode_${value}`,
  min_tier: (value) => `common.tier_${value}`,
};

const prices = new Set(['price', 'price_low', 'price_high', 'fee_in_minimum', 'fee_fixed']);
/** These are plain from their values, or from the action. */
const unlabelled = new Set([
  'price',
  'approval_request',
  'decision',
  'reason',
  'told',
  'method',
  'note',
  'url',
  'ticker',
  'application',
]);

/** The key is that of a program; the others are terms, and are called as on their form. */
const labelOf = (name: string) => (name === 'key' ? 'audit.detail_key' : `offerings.field_${name}`) as TextKey;

/** More are counted. */
const fewLanguages = 3;

interface HistoryDetailsProps {
  details: Details;
  /** In which it was done. */
  languages: readonly string[];
  currency: string;
}

/** The details of an action, in the reader's words. */
export function HistoryDetails({ details, languages, currency }: HistoryDetailsProps) {
  const t = useText();
  const format = useFormat();
  const { clients, amount, language: _, version, ...others } = details;
  const money = (decimal: string) => format.symbol(decimal, currency);
  const shown = (name: string, value: string): ReactNode => {
    const word = words[name];
    if (word) return t(word(value) as TextKey);
    if (name.endsWith('_at') && value !== 'null') return <DateTime at={value} />;
    if (name === 'url')
      return (
        <a href={value} target="_blank" rel="noopener noreferrer" title={value}>
          {t('ipo.prospectus')}
        </a>
      );
    if (prices.has(name)) return <bdi>{money(value)}</bdi>;
    return <bdi>{value === 'null' ? '—' : value}</bdi>;
  };
  const parts = Object.entries(others).map(([name, value]) => ({
    name,
    part: (
      <>
        {!unlabelled.has(name) && <>{t(labelOf(name))} </>}
        {shown(name, value)}
      </>
    ),
  }));
  if (version) parts.unshift({ name: 'version', part: <>{t('ipo.version', { version })}</> });
  if (languages.length > 0) {
    const names = format.list(languages.map((each) => languageNames[each as Language]));
    const isMany = languages.length > fewLanguages;
    parts.unshift({
      name: 'language',
      part: isMany ? (
        <span title={names}>{t('legal.languages_count', { count: languages.length })}</span>
      ) : (
        <>{names}</>
      ),
    });
  }
  if (clients && amount) {
    const touched = t('offerings.touched', { count: Number(clients), amount: money(amount) });
    parts.unshift({ name: 'touched', part: <>{touched}</> });
  }
  return parts.map(({ name, part }, index) => (
    <Fragment key={name}>
      {index > 0 && ' · '}
      {part}
    </Fragment>
  ));
}
