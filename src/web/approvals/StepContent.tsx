import type { ApprovalRequest, ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import type { StepKind } from '#contract/approvals/names.ts';
import { DownloadButton } from '#web/platform/files/DownloadButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { cx } from '#web/ui/cx.ts';
import lines from '#web/ui/tables/Lines.module.css';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import textStyles from '#web/ui/Text.module.css';

/** What the second person of a step of a process has to know of it. */
export function StepContent({ request }: { request: Extract<ApprovalRequest, { kind: StepKind }> }) {
  if (request.kind === 'payment') return <PaymentStep request={request} />;
  if (request.kind === 'transfer') return <TransferStep request={request} />;
  return <OfferingStep request={request} />;
}

function PaymentStep({ request: { value } }: { request: ApprovalRequestOf<'payment'> }) {
  const t = useText();
  const { number, action, destination } = value;
  return (
    <>
      <p>
        {t(action === 'decide_adjustment' ? 'payments.action_approve_adjustment' : `payments.action_${action}`)}{' '}
        <RecordNumber value={number} />
      </p>
      {destination && (
        <p className={cx(textStyles.soft, textStyles.wide)}>
          <bdi>
            {destination.account} · {destination.holder}
          </bdi>
        </p>
      )}
    </>
  );
}

function TransferStep({ request: { value } }: { request: ApprovalRequestOf<'transfer'> }) {
  const t = useText();
  return (
    <>
      <p>{t(`payments.outcome_${value.outcome}`)}</p>
      <p className={cx(textStyles.soft, textStyles.wide)}>
        {t(`payments.transfer_${value.direction}`, { number: value.trading_account_id })}
      </p>
    </>
  );
}

function OfferingStep({ request: { id, value } }: { request: ApprovalRequestOf<'offering'> }) {
  const t = useText();
  const format = useFormat();
  const { action, method, price, clients, amount, currency } = value;
  return (
    <>
      <p className={lines.facts}>
        <span>
          {action === 'allot'
            ? t('offerings.approval_allot', { method: method ? t(`ipo.method_${method}`) : '' })
            : t(`offerings.approval_${action}`, { price: format.symbol(price ?? '0', currency) })}
        </span>
        <span>{t('offerings.touched', { count: clients, amount: format.symbol(amount, currency) })}</span>
      </p>
      {method === 'manual' && (
        <DownloadButton
          text={t('offerings.manual_file')}
          action={() => download('POST /api/staff/ipo/manual-file', { body: { approval_request_id: id } })}
        />
      )}
    </>
  );
}
