import type { Payment, PaymentInfo } from '#contract/payments.ts';
import { call } from '#web/platform/api.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useIntent } from '#web/platform/intent-key.ts';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { CopyableLine } from './CopyableLine.tsx';
import styles from './PaymentForms.module.css';
import { refreshMoney } from './payment-queries.ts';

interface BankCardProps {
  payment: Payment;
  bank: NonNullable<PaymentInfo['bank']>;
  reference: string;
}

/** How to pay by bank transfer. The reference is what tells whose money it is. */
export function BankCard({ payment, bank, reference }: BankCardProps) {
  const t = useText();
  const format = useFormat();
  const once = useIntent();
  const form = useCallForm({});
  const report = form.submit(async () => {
    await once((idempotencyKey) =>
      call('POST /api/payments/report', { body: { payment_id: payment.id } }, { idempotencyKey }),
    );
    refreshMoney();
  });
  const lines = [
    { label: t('payments.reference'), value: reference },
    { label: t('payments.amount'), value: format.money(payment.amount, payment.currency) },
    { label: t('payments.beneficiary'), value: bank.beneficiary },
    { label: t('payments.iban'), value: bank.iban },
    { label: t('payments.bic'), value: bank.bic },
    { label: t('payments.bank'), value: bank.bank },
  ];
  return (
    <Card title={t('payments.how_to_pay')}>
      <form className={styles.form} noValidate onSubmit={report}>
        <Alert tone="warning">
          <p>{t('payments.reference_matters')}</p>
        </Alert>
        <DescriptionList
          items={lines.map(({ label, value }) => ({
            term: label,
            details: <CopyableLine label={label} value={value} />,
          }))}
        />
        <FormErrors messages={form.messages} />
        {payment.state === 'awaiting_payment' && (
          <div>
            <Button type="submit" variant="primary" busy={form.busy}>
              {t('payments.i_paid')}
            </Button>
          </div>
        )}
      </form>
    </Card>
  );
}
