import { useQuery } from '@tanstack/react-query';
import type { BankFile } from '#contract/payments/bank-files.ts';
import { approvalRequestsQuery } from '#web/approvals/approvals-query.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { State } from '#web/ui/State.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import textStyles from '#web/ui/Text.module.css';
import { FileProgress } from './FileProgress.tsx';

const tones = { waiting: 'warning', released: 'neutral', ended: 'neutral' } as const;

/** Files with what each pays, who made and released it, and what the bank says. */
export function useBankFileColumns(mayAct: boolean): Column<BankFile>[] {
  const t = useText();
  const format = useFormat();
  const requests = useQuery(approvalRequestsQuery()).data?.approval_requests ?? [];
  const waiting = requests.filter((each) => each.kind === 'payout_file');
  return [
    { key: 'file', header: t('approvals.kind_payout_file'), cell: ({ number }) => <RecordNumber value={number} /> },
    {
      key: 'state',
      header: t('payments.state'),
      bare: true,
      cell: ({ state }) => <State tone={tones[state]}>{t(`payments.file_${state}`)}</State>,
    },
    {
      key: 'total',
      header: t('payments.amount'),
      numeric: true,
      cell: ({ total, currency }) => <Sum amount={total} currency={currency} />,
    },
    {
      key: 'count',
      header: t('payments.files_lines'),
      numeric: true,
      wide: true,
      cell: ({ count }) => format.number(count),
    },
    { key: 'account', header: t('payments.files_account'), cell: ({ account }) => <bdi dir="ltr">{account}</bdi> },
    { key: 'pay_on', header: t('payments.file_pay_on'), labelled: true, cell: (file) => format.day(file.pay_on) },
    { key: 'made', header: t('payments.file_made_by'), wide: true, cell: (file) => <People file={file} /> },
    {
      key: 'answer',
      header: t('payments.file_answer'),
      bare: true,
      cell: (file) => (
        <FileProgress file={file} mayAct={mayAct} approvalRequest={waiting.find(({ key }) => key === file.id)} />
      ),
    },
  ];
}

function People({ file }: { file: BankFile }) {
  const t = useText();
  return (
    <>
      <bdi>{file.made_by}</bdi> · <DateTime at={file.made_at} />
      {file.released_at !== null && (
        <p className={textStyles.soft}>
          {t('payments.file_released_by')} <bdi>{file.released_by}</bdi> · <DateTime at={file.released_at} />
        </p>
      )}
    </>
  );
}
