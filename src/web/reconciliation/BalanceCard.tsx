import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { DateField } from '#web/platform/forms/dates/DateField.tsx';
import { State } from '#web/ui/State.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SectionHeading } from '#web/ui/layout/Card.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { BookDialog } from './BookDialog.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from './Reconciliation.module.css';
import { balanceQuery, endOf, type BookLine } from './reconciliation-queries.ts';

type Currency = ResponseOf<'POST /api/staff/reconciliation/trial-balance'>['currencies'][number];
type Line = Currency['kinds'][number];

/** Debits, credits and balance of all accounts now or at the end of a day, and the way down to each posting. */
export function BalanceCard() {
  const t = useText();
  const [day, setDay] = useState('');
  const [chosen, setChosen] = useState<BookLine | null>(null);
  const balance = useQuery(balanceQuery(day));
  return (
    <QueryCard
      query={balance}
      title={t('reconciliation.balance_title')}
      flush
      skeleton={<SkeletonRows count={6} />}
      actions={
        <CsvButton
          small
          action={() => download('GET /api/staff/reconciliation/trial-balance/file', { query: endOf(day) })}
        />
      }
      above={
        <Filters label={t('common.filters')} above>
          <DateField
            label={t('reconciliation.day')}
            hint={t('reconciliation.day_hint')}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        </Filters>
      }
    >
      {({ until, currencies }) => (
        <>
          <p className={styles.heading}>
            <DateTime at={until} within="reconciliation.balance_at" />
          </p>
          {currencies.length === 0 && <p className={styles.heading}>{t('reconciliation.nothing_posted')}</p>}
          {currencies.map((each) => (
            <CurrencyTable
              key={each.currency}
              of={each}
              onChoose={(kind) => setChosen({ kind, currency: each.currency, day })}
            />
          ))}
          {chosen && <BookDialog line={chosen} onClose={() => setChosen(null)} />}
        </>
      )}
    </QueryCard>
  );
}

function CurrencyTable({ of, onChoose }: { of: Currency; onChoose: (kind: Line['kind']) => void }) {
  const t = useText();
  const format = useFormat();
  const { currency, kinds, balance } = of;
  const isEven = /^-?[0.]+$/.test(balance);
  const amount = (key: 'debits' | 'credits' | 'balance'): Column<Line> => ({
    key,
    header: t(`reconciliation.${key}`),
    numeric: true,
    beside: key === 'balance',
    cell: (line) => <Sum amount={line[key]} currency={currency} />,
  });
  const columns: Column<Line>[] = [
    {
      key: 'kind',
      header: t('reconciliation.kind'),
      bare: true,
      cell: ({ kind, accounts }) => (
        <>
          <Button size="small" variant="quiet" className={styles.kind} onClick={() => onChoose(kind)}>
            {t(`reconciliation.kind_${kind}`)}
          </Button>
          <p className={textStyles.soft}>{t('reconciliation.accounts', { count: accounts })}</p>
        </>
      ),
    },
    amount('debits'),
    amount('credits'),
    amount('balance'),
  ];
  return (
    <div>
      <SectionHeading
        level={3}
        className={styles.currency}
        title={`${format.currencyName(currency)} (${currency})`}
        actions={
          <State tone={isEven ? 'neutral' : 'negative'}>
            {isEven
              ? t('reconciliation.sums_to_zero')
              : t('reconciliation.sums_to', { amount: format.money(balance, currency, { exact: true }) })}
          </State>
        }
      />
      <DataTable caption={currency} columns={columns} rows={kinds} rowKey={({ kind }) => kind} even />
    </div>
  );
}
