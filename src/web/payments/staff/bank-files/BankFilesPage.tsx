import { useInfiniteQuery } from '@tanstack/react-query';
import { FileCheck, SearchX } from 'lucide-react';
import { useState } from 'react';
import { bankFileStates } from '#contract/payments/bank-file-names.ts';
import type { ReadyForFile } from '#contract/payments/bank-files.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { ListFilters } from '#web/platform/lists/ListFilters.tsx';
import { ResourceList } from '#web/platform/lists/ResourceList.tsx';
import { useAddressFilter } from '#web/platform/lists/use-address-filter.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import textStyles from '#web/ui/Text.module.css';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { mayDecide } from '../may-decide.ts';
import { AnswerDialog } from './AnswerDialog.tsx';
import { useBankFileColumns } from './bank-file-columns.tsx';
import { bankFilesQuery } from './bank-file-queries.ts';
import { MakeFileDialog } from './MakeFileDialog.tsx';

const whole = { state: '' };
const choices = { state: bankFileStates };

/** Approved withdrawals leave as files for the bank: made here, released by a second person, answered by the bank. */
export function BankFilesPage() {
  const t = useText();
  const { filter, narrow, settled, isNarrow } = useAddressFilter(whole, choices);
  const query = useInfiniteQuery(bankFilesQuery(bankFileStates.find((each) => each === settled.state)));
  const [making, setMaking] = useState<string>();
  const [reading, setReading] = useState(false);
  const first = query.data?.pages[0];
  const isDecider = mayDecide(useSignedIn());
  // Nothing is ready and nothing was made: one sentence says so.
  const isBare = !isNarrow && first?.ready.length === 0 && first.files.length === 0;
  return (
    <Page
      title={t('payments.files_title')}
      intro={t('payments.files_intro')}
      actions={
        isDecider &&
        first &&
        !isBare && (
          <Button icon={<FileCheck {...icon} />} onClick={() => setReading(true)}>
            {t('payments.answer_add')}
          </Button>
        )
      }
    >
      {!isBare && (
        <QueryCard query={query} title={t('payments.files_ready')} flush skeleton={<SkeletonRows count={2} />}>
          {({ pages }) => <ReadyTable rows={pages[0]?.ready ?? []} onMake={isDecider ? setMaking : undefined} />}
        </QueryCard>
      )}
      <ResourceList
        list="bank_files"
        caption={t('payments.files_title')}
        query={query}
        rows={({ pages }) => pages.flatMap((page) => page.files)}
        columns={useBankFileColumns(isDecider)}
        rowKey={({ id }) => id}
        more={query}
        filters={(end) => (
          <ListFilters
            label={t('payments.files_title')}
            search={
              <SelectField
                label={t('payments.state')}
                placeholder={t('lists.every_state')}
                options={bankFileStates.map((value) => ({ value, label: t(`payments.file_${value}`) }))}
                value={filter.state}
                onChange={({ target }) => narrow({ state: target.value })}
              />
            }
            end={end}
          />
        )}
        isNarrow={isNarrow}
        empty={
          isNarrow ? (
            <EmptyState icon={SearchX} title={t('lists.none_match')} text={t('lists.none_match_text')} />
          ) : (
            <EmptyState
              icon={<Drawing name="letter" />}
              title={t('payments.files_none')}
              text={t('payments.files_none_text')}
              action={
                <Link to="/admin/money" className={buttonClass({ variant: 'primary' })}>
                  {t('payments.files_choose')}
                </Link>
              }
            />
          )
        }
      />
      {making !== undefined && first && (
        <MakeFileDialog currency={making} today={first.today} onClose={() => setMaking(undefined)} />
      )}
      {reading && <AnswerDialog onClose={() => setReading(false)} />}
    </Page>
  );
}

interface ReadyTableProps {
  rows: readonly ReadyForFile[];
  /** Undefined for those who only read. */
  onMake: ((currency: string) => void) | undefined;
}

function ReadyTable({ rows, onMake }: ReadyTableProps) {
  const t = useText();
  const format = useFormat();
  if (rows.length === 0) return <p className={textStyles.none}>{t('payments.files_none_ready')}</p>;
  const columns: Column<ReadyForFile>[] = [
    {
      key: 'total',
      header: t('payments.amount'),
      cell: ({ total, currency }) => <Sum amount={total} currency={currency} />,
    },
    { key: 'count', header: t('payments.files_lines'), numeric: true, cell: ({ count }) => format.number(count) },
    {
      key: 'account',
      header: t('payments.files_account'),
      cell: ({ account }) => (account === null ? t('payments.files_no_account') : <bdi dir="ltr">{account}</bdi>),
    },
  ];
  if (onMake) {
    columns.push({
      key: 'make',
      header: '',
      cell: ({ currency, account }) =>
        account !== null && (
          <Button size="small" onClick={() => onMake(currency)}>
            {t('payments.file_make', { currency })}
          </Button>
        ),
    });
  }
  return (
    <DataTable caption={t('payments.files_ready')} columns={columns} rows={rows} rowKey={({ currency }) => currency} />
  );
}
