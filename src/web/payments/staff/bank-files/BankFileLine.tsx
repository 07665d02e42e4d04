import { useState } from 'react';
import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import type { BankFile } from '#contract/payments/bank-files.ts';
import type { BankStatus } from '#contract/payments/bank-file-names.ts';
import { ApprovalRequestNote } from '#web/approvals/ApprovalRequestNote.tsx';
import { DownloadButton } from '#web/platform/files/DownloadButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { TextKey } from '#web/platform/i18n/text-key.ts';
import { Money } from '#web/platform/i18n/Money.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import lines from '#web/ui/tables/Lines.module.css';
import { AttentionTable } from './AttentionTable.tsx';
import { FileActDialog, type FileAct } from './FileActDialog.tsx';

interface BankFileLineProps {
  file: BankFile;
  mayAct: boolean;
  /** While it waits for a second person. */
  approvalRequest: ApprovalRequestOf<'payout_file'> | undefined;
}

const tones = { waiting: 'warning', released: 'positive', ended: 'neutral' } as const;

/** One file with what became of its withdrawals. */
export function BankFileLine({ file, mayAct, approvalRequest }: BankFileLineProps) {
  const t = useText();
  const format = useFormat();
  const [acting, setActing] = useState<FileAct>();
  const { id, number, state, currency, total, account, count, attention } = file;
  return (
    <li className={lines.line}>
      <div className={`${lines.text} ${flowStyles.stack}`}>
        <p className={lines.name}>
          <bdi>{number}</bdi>
          <Money amount={total} currency={currency} />
          <Badge tone={tones[state]}>{t(`payments.file_${state}`)}</Badge>
        </p>
        <p className={lines.facts}>
          <span>
            {t('payments.files_lines')}: {format.number(count)}
          </span>
          <span>
            {t('payments.files_account')}: <bdi dir="ltr">{account}</bdi>
          </span>
          <span>
            {t('payments.file_pay_on')}: {format.day(file.pay_on)}
          </span>
          <span>
            {t('payments.file_made_by')} <bdi>{file.made_by}</bdi>, <DateTime at={file.made_at} />
          </span>
          {file.released_at !== null && (
            <span>
              {t('payments.file_released_by')} <bdi>{file.released_by}</bdi>, <DateTime at={file.released_at} />
            </span>
          )}
        </p>
        {state === 'released' && <Results file={file} />}
        {approvalRequest && (
          <ApprovalRequestNote approvalRequest={approvalRequest}>
            <p>{t(`approvals.payout_file_${approvalRequest.value.act}`)}</p>
          </ApprovalRequestNote>
        )}
        {mayAct && state === 'released' && (
          <div className={flowStyles.row}>
            <DownloadButton
              size="small"
              text={t('payments.file_download', { number })}
              action={() =>
                download('GET /api/staff/payments/bank-files/:file_id/content', { params: { file_id: id } })
              }
            />
            <Button size="small" onClick={() => setActing('confirm')}>
              {t('payments.file_confirm', { number })}
            </Button>
            {!approvalRequest && (
              <Button size="small" onClick={() => setActing('give_up')}>
                {t('payments.file_give_up', { number })}
              </Button>
            )}
          </div>
        )}
        {attention.length > 0 && <AttentionTable file={file} />}
      </div>
      {acting && <FileActDialog act={acting} file={file} onClose={() => setActing(undefined)} />}
    </li>
  );
}

/** The bank's many words for how far a transfer has come, in few. */
function resultOf(status: BankStatus | null): TextKey {
  if (status === 'RJCT') return 'payments.state_rejected';
  if (status === 'ACCC') return 'payments.state_completed';
  return status === 'ACSP' || status === 'ACSC' ? 'payments.state_sent' : 'payments.file_unanswered';
}

function Results({ file: { statuses } }: { file: BankFile }) {
  const t = useText();
  const format = useFormat();
  const counts = new Map<TextKey, number>();
  for (const { status, count } of statuses) counts.set(resultOf(status), (counts.get(resultOf(status)) ?? 0) + count);
  return (
    <p className={lines.facts}>
      {[...counts].map(([key, count]) => (
        <span key={key}>
          {t(key as 'payments.state_sent')}: {format.number(count)}
        </span>
      ))}
    </p>
  );
}
