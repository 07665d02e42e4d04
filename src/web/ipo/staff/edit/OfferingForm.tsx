import { useQuery } from '@tanstack/react-query';
import { Fragment, type ComponentProps, type ReactNode } from 'react';
import { allotmentMethods, offeringModes } from '#contract/ipo/names.ts';
import { sectors } from '#contract/market/sectors.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';
import { call } from '#web/platform/api/api.ts';
import { useFormat, type Format } from '#web/platform/i18n/format.ts';
import { fromLocalTime } from '#web/platform/i18n/local-time.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { TextKey } from '#web/platform/i18n/text-key.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { DateField } from '#web/platform/forms/dates/DateField.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Beside } from '#web/ui/layout/Beside.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import type { Term } from '#web/ui/tables/DescriptionList.tsx';
import { Facts } from '#web/ui/tables/Facts.tsx';
import textStyles from '#web/ui/Text.module.css';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './OfferingForm.module.css';
import type { TermsForm } from './terms-form.ts';

type Name = keyof TermsForm;

/** In the currency of the offering. */
const moneyTerms: ReadonlySet<Name> = new Set(['price_low', 'price_high', 'fee_in_minimum', 'fee_fixed']);

/** Shares in percent: their labels without the unit, which a value has itself. */
const shareTerms: Partial<Record<Name, TextKey>> = {
  fee_in_percent: 'ipo.fee_in',
  fee_out_percent: 'ipo.fee_out',
  early_exit_percent: 'ipo.early_exit_costs',
};

/** So few fields stand on one sheet. */
const fewTerms = 6;

/** What is seen at once of the terms that are held. */
const firstTerms: ReadonlySet<Name> = new Set(['price_low', 'price_high', 'quota', 'opens_at']);

interface LockedTerm extends Term {
  name: Name;
}

interface OfferingFormProps {
  initial: TermsForm;
  /** What can still be changed; everything of a new one. */
  editable: readonly string[] | 'all';
  /** Whom a change touches; stands above the button once there is one. */
  touches?: ReactNode;
  save: (form: TermsForm) => Promise<unknown>;
}

/** All terms of an offering in groups; those on which clients have built are shown and held. */
export function OfferingForm({ initial, editable, touches, save }: OfferingFormProps) {
  const t = useText();
  const format = useFormat();
  const form = useCallForm<TermsForm>(initial);
  const currencies = useQuery({
    queryKey: ['currencies'],
    queryFn: () => call('POST /api/trading-account/currencies', { body: {} }),
  });
  const isChanged = Object.entries(initial).some(([name, value]) => form.values[name as Name] !== value);
  const isOpen = (name: Name) => editable === 'all' || editable.includes(name);
  const locked: LockedTerm[] = [];
  /** The field of a term; one that is locked is shown below, if it has a value. */
  const openOr = (name: Name, shown: string, field: ReactNode) => {
    if (isOpen(name)) return <Fragment key={name}>{field}</Fragment>;
    if (shown)
      locked.push({ name, term: t(shareTerms[name] ?? `offerings.field_${name}`), details: <bdi>{shown}</bdi> });
    return null;
  };
  const text = (name: Name, more: ComponentProps<'input'> = {}) =>
    openOr(
      name,
      lockedText(format, name, initial, more.inputMode === 'decimal'),
      <TextField {...form.field(name)} label={t(`offerings.field_${name}`)} maxLength={200} required {...more} />,
    );
  const time = (name: Name, required = true) =>
    openOr(
      name,
      shownOf(format, initial[name], false),
      <DateField {...form.field(name)} label={t(`offerings.field_${name}`)} time required={required} />,
    );
  const figure = (name: Name, more: ComponentProps<'input'> = {}) =>
    text(name, { inputMode: 'decimal', dir: 'ltr', maxLength: 24, ...more });
  const choice = (name: Name, options: readonly { value: string; label: string }[], placeholder?: string) =>
    openOr(
      name,
      options.find(({ value }) => value === initial[name])?.label ?? '',
      <SelectField
        {...form.field(name)}
        label={t(`offerings.field_${name}`)}
        options={options}
        {...(placeholder !== undefined && { placeholder, required: true })}
      />,
    );
  const codes = Object.keys(currencies.data ?? { [initial.currency]: '' });
  // Of what little can still be changed a heading would be more than the fields.
  const isWhole = editable === 'all' || editable.length > fewTerms;
  const group = (title: string, fields: readonly ReactNode[]) =>
    fields.some(Boolean) &&
    (isWhole ? (
      <Card title={title}>
        <div className={styles.grid}>{fields}</div>
      </Card>
    ) : (
      fields
    ));
  const groups = (
    <>
      {group(t('offerings.group_issuer'), [
        text('issuer'),
        text('ticker', { dir: 'ltr', maxLength: 10 }),
        text('exchange'),
        choice(
          'sector',
          sectors.map((value) => ({ value, label: t(`common.sector_${value}`) })),
          t('offerings.choose_sector'),
        ),
        text('isin', { dir: 'ltr', maxLength: 12, required: false }),
        choice(
          'currency',
          codes.map((value) => ({ value, label: value })),
        ),
        choice(
          'mode',
          offeringModes.map((value) => ({ value, label: t(`offerings.mode_${value}`) })),
        ),
      ])}
      {group(t('offerings.group_shares'), [
        figure('price_low'),
        figure('price_high'),
        figure('shares_offered'),
        figure('shares_outstanding'),
        figure('quota'),
        figure('lot_size'),
        figure('min_quantity'),
        figure('max_quantity'),
        choice(
          'allotment_method',
          allotmentMethods.map((value) => ({ value, label: t(`ipo.method_${value}`) })),
        ),
      ])}
      {group(t('offerings.group_fees'), [
        figure('fee_in_percent'),
        figure('fee_in_minimum'),
        figure('fee_fixed'),
        figure('fee_out_percent'),
        figure('lock_up_days'),
        figure('early_exit_percent', { required: false }),
      ])}
      {group(t('offerings.group_times'), [
        time('opens_at'),
        time('closes_at'),
        time('listed_at', false),
        choice(
          'cut_off',
          (['close', 'confirm_until'] as const).map((value) => ({ value, label: t(`ipo.cut_off_${value}`) })),
        ),
        choice(
          'when_postponed',
          (['keep', 'release'] as const).map((value) => ({ value, label: t(`offerings.when_postponed_${value}`) })),
        ),
      ])}
      {group(t('offerings.group_clients'), [
        figure('min_level'),
        choice(
          'min_tier',
          tierNames.map((value) => ({ value, label: t(`common.tier_${value}`) })),
        ),
        text('excluded_countries', { dir: 'ltr', maxLength: 1000, required: false }),
        figure('disclosure_version'),
      ])}
    </>
  );
  const fields = (
    <form className={flowStyles.stack} noValidate onSubmit={form.submit(save)}>
      <FormErrors messages={form.messages} />
      {isWhole ? (
        groups
      ) : (
        <Card>
          <div className={styles.grid}>{groups}</div>
        </Card>
      )}
      {isChanged && touches}
      <div className={flowStyles.foot}>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
  return <Beside aside={locked.length > 0 && <LockedTerms terms={locked} />}>{fields}</Beside>;
}

/** What clients have relied on, to read. */
function LockedTerms({ terms }: { terms: readonly LockedTerm[] }) {
  const t = useText();
  return (
    <Card title={t('offerings.terms')}>
      <div className={flowStyles.stack12}>
        <p className={textStyles.soft}>{t('offerings.action_edit_text')}</p>
        <Facts
          items={terms.filter(({ name }) => firstTerms.has(name))}
          rest={t('offerings.details')}
          folded={terms.filter(({ name }) => !firstTerms.has(name))}
        />
      </div>
    </Card>
  );
}

/** A term of the form as it is read: money and shares with their signs, figures grouped, times in the reader's words. */
function lockedText(format: Format, name: Name, terms: TermsForm, isFigure: boolean): string {
  const value = terms[name];
  if (value && moneyTerms.has(name)) return format.symbol(value, terms.currency);
  if (value && shareTerms[name]) return format.percent(value);
  return shownOf(format, value, isFigure);
}

function shownOf(format: Format, value: string, isFigure: boolean): string {
  const at = /^\d{4}-\d\d-\d\dT/.test(value) && fromLocalTime(value);
  if (at) return format.dateTime(at);
  return isFigure && /^\d+(\.\d+)?$/.test(value) ? format.price(value) : value;
}
