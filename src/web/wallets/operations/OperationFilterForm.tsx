import { useId, useState } from 'react';
import { operationKinds } from '#contract/wallets/names.ts';
import { DateRangeField } from '#web/platform/forms/dates/DateRangeField.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useHasIpo } from '#web/platform/offers-ipo.ts';
import { Button } from '#web/ui/Button.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './OperationFilterForm.module.css';
import { noFilter, type OperationFilter } from '../wallet-queries.ts';

interface OperationFilterFormProps {
  filter: OperationFilter;
  onChange: (filter: OperationFilter) => void;
}

/** An amount as it is typed: digits and one point; a comma is a point too. */
const amountTyped = (text: string) =>
  text
    .replaceAll(',', '.')
    .replaceAll(/[^\d.]/g, '')
    .replace(/^\./, '0.');

/** Narrows the operations down as it is filled in. The rest unfolds, for most people search or choose a kind. */
export function OperationFilterForm({ filter, onChange }: OperationFilterFormProps) {
  const t = useText();
  const hasIpo = useHasIpo();
  const kinds = operationKinds.filter((kind) => kind !== 'ipo' || hasIpo);
  const moreId = useId();
  const [more, setMore] = useState(false);
  const set = (name: keyof OperationFilter) => (event: { target: { value: string } }) =>
    onChange({ ...filter, [name]: event.target.value });
  const setAmount = (name: 'min' | 'max') => (event: { target: { value: string } }) =>
    onChange({ ...filter, [name]: amountTyped(event.target.value) });
  const isSet = Object.values(filter).some(Boolean);
  return (
    <Filters label={t('wallets.filter')} above brief>
      <TextField
        label={t('wallets.search')}
        value={filter.search}
        maxLength={60}
        placeholder={t('wallets.search_hint')}
        onChange={set('search')}
      />
      <SelectField
        label={t('wallets.operation')}
        placeholder={t('wallets.every_kind')}
        options={kinds.map((value) => ({ value, label: t(`wallets.kind_${value}`) }))}
        value={filter.kind}
        onChange={set('kind')}
      />
      <div className={flowStyles.row4}>
        <Button variant="quiet" aria-expanded={more} aria-controls={moreId} onClick={() => setMore(!more)}>
          {t(more ? 'wallets.fewer_filters' : 'wallets.more_filters')}
        </Button>
        {isSet && (
          <Button variant="quiet" onClick={() => onChange(noFilter)}>
            {t('common.clear_filters')}
          </Button>
        )}
      </div>
      <div id={moreId} className={styles.more} hidden={!more}>
        {/* The period loads more code than the rest of the screen. */}
        {more && (
          <>
            <SelectField
              label={t('wallets.direction')}
              placeholder={t('wallets.both_directions')}
              options={(['in', 'out'] as const).map((value) => ({ value, label: t(`wallets.direction_${value}`) }))}
              value={filter.direction}
              onChange={set('direction')}
            />
            <DateRangeField
              label={t('common.period')}
              days={filter}
              onChange={(days) => onChange({ ...filter, ...days })}
            />
            <TextField
              label={t('wallets.min')}
              value={filter.min}
              inputMode="decimal"
              maxLength={16}
              onChange={setAmount('min')}
            />
            <TextField
              label={t('wallets.max')}
              value={filter.max}
              inputMode="decimal"
              maxLength={16}
              onChange={setAmount('max')}
            />
          </>
        )}
      </div>
    </Filters>
  );
}
