import type { OfferingApprovalRequest } from '#contract/ipo/staff-records.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { download } from '#web/platform/files/download.ts';
import { DownloadButton } from '#web/platform/files/DownloadButton.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import textStyles from '#web/ui/Text.module.css';
import type { StaffOfferingInfo } from '../offering-queries.ts';

interface ApprovalRequestLineProps {
  info: StaffOfferingInfo;
  approvalRequest: OfferingApprovalRequest;
  /** Who made it stands elsewhere. */
  brief?: boolean;
}

/** An approval request, and whom it touched when it was made. */
export function ApprovalRequestLine({ info: { terms }, approvalRequest, brief = false }: ApprovalRequestLineProps) {
  const t = useText();
  const format = useFormat();
  const { action, price, method, clients, amount, proposed_by, proposed_at, note } = approvalRequest;
  const money = (sum: string) => format.symbol(sum, terms.currency);
  const touched = clients > 0 && t('offerings.touched', { count: clients, amount: money(amount) });
  return (
    <>
      <p>
        <strong>
          {action === 'allot'
            ? t('offerings.approval_allot', { method: method ? t(`ipo.method_${method}`) : '' })
            : t(`offerings.approval_${action}`, { price: money(price ?? '0') })}
        </strong>
      </p>
      {brief ? (
        touched && <p className={textStyles.soft}>{touched}</p>
      ) : (
        <p className={textStyles.soft}>
          {t('offerings.proposed_by', { name: proposed_by.name })} <DateTime at={proposed_at} />
          {touched && <> · {touched}</>}
        </p>
      )}
      {method === 'manual' && (
        <DownloadButton
          text={t('offerings.manual_file')}
          action={() =>
            download('POST /api/staff/ipo/manual-file', { body: { approval_request_id: approvalRequest.id } })
          }
        />
      )}
      {note && (
        <p className={textStyles.soft} dir="auto">
          {note}
        </p>
      )}
    </>
  );
}
