import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { allotmentMethods, offeringModes } from '#contract/ipo/names.ts';
import { sectors } from '#contract/market/sectors.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './OfferingForm.module.css';
import type { TermsForm } from './terms-form.ts';

type Name = keyof TermsForm;

interface OfferingFormProps {
  initial: TermsForm;
  /** What can still be changed; everything of a new one. */
  editable: readonly string[] | 'all';
  /** Whom a change touches; stands above the button. */
  touches?: ReactNode;
  save: (form: TermsForm) => Promise<unknown>;
}

/** All terms of an offering in groups; those on which clients have built are shown and held. */
export function OfferingForm({ initial, editable, touches, save }: OfferingFormProps) {
  const t = useText();
  const form = useCallForm<TermsForm>(initial);
  const currencies = useQuery({
    queryKey: ['currencies'],
    queryFn: () => call('POST /api/trading-account/currencies', { body: {} }),
  });
  const isOpen = (name: Name) => editable === 'all' || editable.includes(name);
  const text = (name: Name, more: ComponentProps<'input'> = {}) => (
    <TextField
      {...form.field(name)}
      label={t(`offerings.field_${name}`)}
      disabled={!isOpen(name)}
      maxLength={200}
      required
      {...more}
    />
  );
  const figure = (name: Name, more: ComponentProps<'input'> = {}) =>
    text(name, { inputMode: 'decimal', dir: 'ltr', maxLength: 24, ...more });
  const choice = (name: Name, options: readonly { value: string; label: string }[], placeholder?: string) => (
    <SelectField
      {...form.field(name)}
      label={t(`offerings.field_${name}`)}
      options={options}
      disabled={!isOpen(name)}
      {...(placeholder !== undefined && { placeholder, required: true })}
    />
  );
  const codes = Object.keys(currencies.data ?? { [initial.currency]: '' });
  return (
    <form className={flowStyles.stack} noValidate onSubmit={form.submit(save)}>
      <FormErrors messages={form.messages} />
      <Card title={t('offerings.group_issuer')}>
        <div className={styles.grid}>
          {text('issuer')}
          {text('ticker', { dir: 'ltr', maxLength: 10 })}
          {text('exchange')}
          {choice(
            'sector',
            sectors.map((value) => ({ value, label: t(`common.sector_${value}`) })),
            t('offerings.choose_sector'),
          )}
          {text('isin', { dir: 'ltr', maxLength: 12, required: false })}
          {choice(
            'currency',
            codes.map((value) => ({ value, label: value })),
          )}
          {choice(
            'mode',
            offeringModes.map((value) => ({ value, label: t(`offerings.mode_${value}`) })),
          )}
        </div>
      </Card>
      <Card title={t('offerings.group_shares')}>
        <div className={styles.grid}>
          {figure('price_low')}
          {figure('price_high')}
          {figure('shares_offered')}
          {figure('shares_outstanding')}
          {figure('quota')}
          {figure('lot_size')}
          {figure('min_quantity')}
          {figure('max_quantity')}
          {choice(
            'allotment_method',
            allotmentMethods.map((value) => ({ value, label: t(`ipo.method_${value}`) })),
          )}
        </div>
      </Card>
      <Card title={t('offerings.group_fees')}>
        <div className={styles.grid}>
          {figure('fee_in_percent')}
          {figure('fee_in_minimum')}
          {figure('fee_fixed')}
          {figure('fee_out_percent')}
          {figure('lock_up_days')}
          {figure('early_exit_percent', { required: false })}
        </div>
      </Card>
      <Card title={t('offerings.group_times')}>
        <div className={styles.grid}>
          {text('opens_at', { type: 'datetime-local' })}
          {text('closes_at', { type: 'datetime-local' })}
          {text('listed_at', { type: 'datetime-local', required: false })}
          {choice(
            'cut_off',
            (['close', 'confirm_until'] as const).map((value) => ({ value, label: t(`ipo.cut_off_${value}`) })),
          )}
          {choice(
            'when_postponed',
            (['keep', 'release'] as const).map((value) => ({ value, label: t(`offerings.when_postponed_${value}`) })),
          )}
        </div>
      </Card>
      <Card title={t('offerings.group_clients')}>
        <div className={styles.grid}>
          {figure('min_level')}
          {choice(
            'min_tier',
            tierNames.map((value) => ({ value, label: t(`common.tier_${value}`) })),
          )}
          {text('excluded_countries', { dir: 'ltr', maxLength: 1000, required: false })}
          {figure('disclosure_version')}
        </div>
      </Card>
      {touches}
      <div className={flowStyles.row}>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  );
}
