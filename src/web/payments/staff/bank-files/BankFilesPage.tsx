import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FileCheck, FileText } from 'lucide-react';
import { useState } from 'react';
import type { ReadyForFile } from '#contract/payments/bank-files.ts';
import { approvalRequestsQuery } from '#web/approvals/approvals-query.ts';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Money } from '#web/platform/i18n/Money.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { mayDecide } from '../may-decide.ts';
import { AnswerDialog } from './AnswerDialog.tsx';
import { BankFileLine } from './BankFileLine.tsx';
import { bankFilesQuery } from './bank-file-queries.ts';
import { MakeFileDialog } from './MakeFileDialog.tsx';

/** Approved withdrawals leave as files for the bank: made here, released by a second person, answered by the bank. */
export function BankFilesPage() {
  const t = useText();
  const query = useInfiniteQuery(bankFilesQuery);
  const waiting = useQuery(approvalRequestsQuery()).data?.approval_requests ?? [];
  const [making, setMaking] = useState<string>();
  const [reading, setReading] = useState(false);
  const first = query.data?.pages[0];
  const isDecider = mayDecide(useSignedIn());
  return (
    <Page
      title={t('payments.files_title')}
      intro={t('payments.files_intro')}
      actions={
        isDecider && (
          <Button icon={<FileCheck {...icon} />} onClick={() => setReading(true)}>
            {t('payments.answer_add')}
          </Button>
        )
      }
    >
      <QueryCard query={query} title={t('payments.files_ready')} flush skeleton={<SkeletonRows count={2} />}>
        {({ pages }) => <ReadyTable rows={pages[0]?.ready ?? []} onMake={isDecider ? setMaking : undefined} />}
      </QueryCard>
      <QueryCard query={query} title={t('payments.files_title')} flush skeleton={<SkeletonRows count={4} />}>
        {({ pages }) => {
          const files = pages.flatMap((page) => page.files);
          if (files.length === 0) return <EmptyState icon={FileText} title={t('payments.files_none')} />;
          return (
            <>
              <ul>
                {files.map((file) => (
                  <BankFileLine
                    key={file.id}
                    file={file}
                    mayAct={isDecider}
                    approvalRequest={waiting
                      .filter((each) => each.kind === 'payout_file')
                      .find((each) => each.key === file.id)}
                  />
                ))}
              </ul>
              <MoreButton query={query} />
            </>
          );
        }}
      </QueryCard>
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
  if (rows.length === 0) return <EmptyState icon={FileText} title={t('payments.files_none_ready')} />;
  const columns: Column<ReadyForFile>[] = [
    {
      key: 'total',
      header: t('payments.amount'),
      cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
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
