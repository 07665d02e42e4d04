import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import lines from '#web/ui/tables/Lines.module.css';

/** What two people agree on about a file for the bank. */
export function BankFileRequest({ approvalRequest: { value } }: { approvalRequest: ApprovalRequestOf<'payout_file'> }) {
  const t = useText();
  const format = useFormat();
  return (
    <p className={lines.facts}>
      <span>{t(`approvals.payout_file_${value.act}`)}</span>
      <Sum amount={value.amount} currency={value.currency} />
      <span>
        {format.label(t('payments.files_lines'))}
        {format.number(value.count)}
      </span>
    </p>
  );
}
