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
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import lines from '#web/ui/tables/Lines.module.css';
import textStyles from '#web/ui/Text.module.css';
import { AttentionList } from './AttentionList.tsx';
import { FileActDialog, type FileAct } from './FileActDialog.tsx';

interface FileProgressProps {
  file: BankFile;
  mayAct: boolean;
  /** While it waits for a second person. */
  approvalRequest: ApprovalRequestOf<'payout_file'> | undefined;
}

/** What became of the withdrawals of a file, and what there is to do. */
export function FileProgress({ file, mayAct, approvalRequest }: FileProgressProps) {
  const t = useText();
  const [acting, setActing] = useState<FileAct>();
  const { id, number, state, attention } = file;
  return (
    <div className={flowStyles.stack8}>
      {state === 'released' && <Results file={file} />}
      {file.delivery && (
        <Delivery delivery={file.delivery} isAnswered={file.statuses.some((each) => each.status !== null)} />
      )}
      {approvalRequest && (
        <ApprovalRequestNote approvalRequest={approvalRequest}>
          <p>{t(`approvals.payout_file_${approvalRequest.value.act}`)}</p>
        </ApprovalRequestNote>
      )}
      {attention.length > 0 && <AttentionList file={file} />}
      {mayAct && state === 'released' && (
        <div className={flowStyles.row}>
          <DownloadButton
            size="small"
            text={t('payments.file_download', { number })}
            action={() => download('GET /api/staff/payments/bank-files/:file_id/content', { params: { file_id: id } })}
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
      {acting && <FileActDialog act={acting} file={file} onClose={() => setActing(undefined)} />}
    </div>
  );
}

interface DeliveryProps {
  delivery: NonNullable<BankFile['delivery']>;
  /** What the bank has answered about, it has. */
  isAnswered: boolean;
}

/** How the file gets to the bank by a connection. */
function Delivery({ delivery: { connection, state, done_at: doneAt, failure }, isAnswered }: DeliveryProps) {
  const t = useText();
  if (isAnswered && state !== 'done') return null;
  const text = t(`payments.file_delivery_${state}`, { connection });
  if (state === 'unclear') return <Alert tone="warning">{text}</Alert>;
  return (
    <div className={textStyles.soft}>
      <p>
        {text}
        {doneAt !== null && (
          <>
            {' '}
            · <DateTime at={doneAt} />
          </>
        )}
      </p>
      {failure !== null && <p dir="ltr">{failure}</p>}
    </div>
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
          {format.label(t(key as 'payments.state_sent'))}
          {format.number(count)}
        </span>
      ))}
    </p>
  );
}
