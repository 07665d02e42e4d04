import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { CopyableLine } from '#web/platform/forms/CopyableLine.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { fieldText } from '../destinations/field-text.ts';
import { ProofForm } from './ProofForm.tsx';

interface BankCardProps {
  info: PaymentInfo;
  bank: NonNullable<PaymentInfo['bank']>;
  reference: string;
}

/** How to pay by bank transfer. The reference identifies whose money it is, unless the IBAN does. */
export function BankCard({ info, bank, reference }: BankCardProps) {
  const { payment } = info;
  const t = useText();
  const format = useFormat();
  const mark = { label: t(bank.own ? 'payments.reference_optional' : 'payments.reference'), value: reference };
  const lines = [
    ...(bank.own ? [] : [mark]),
    { label: t('payments.amount'), value: format.money(payment.amount, payment.currency) },
    { label: t('payments.beneficiary'), value: bank.beneficiary },
    ...bank.fields.map(({ field, value }) => ({
      label: t(`payments.account_${field}`),
      value: fieldText(t, field, value),
    })),
    { label: t('payments.bank'), value: bank.bank },
    ...(bank.country ? [{ label: t('payments.account_country'), value: format.country(bank.country) }] : []),
    ...(bank.own ? [mark] : []),
  ];
  return (
    <Card title={t('payments.how_to_pay')}>
      <div className={flowStyles.stack}>
        {bank.own ? (
          <Alert>
            <p>{t('payments.own_iban')}</p>
          </Alert>
        ) : (
          <Alert tone="warning">
            <p>{t('payments.reference_matters')}</p>
          </Alert>
        )}
        {bank.replaced && (
          <Alert>
            <p>{t('payments.bank_replaced')}</p>
          </Alert>
        )}
        <DescriptionList
          items={lines.map(({ label, value }) => ({
            term: label,
            details: <CopyableLine label={label} value={value} />,
          }))}
        />
        <ProofForm info={info} />
      </div>
    </Card>
  );
}
