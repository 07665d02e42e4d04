import type { PaymentMethods } from '#contract/payments/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';

/** Money that has to go back the way it came before any other way is open. */
export function ToReturnCard({ rows }: { rows: PaymentMethods['to_return'] }) {
  const t = useText();
  const format = useFormat();
  const due = rows.filter((row) => /[1-9]/.test(row.due));
  if (due.length === 0) return null;
  return (
    <Alert title={t('payments.to_return_title')}>
      <p>{t('payments.to_return_text')}</p>
      <ul>
        {due.map(({ method, account, due: amount }) => (
          <li key={`${method}-${account}`}>
            {t(account ? 'payments.to_return_account' : 'payments.to_return_method', {
              amount: format.symbol(amount, 'USD'),
              method: t(`payments.method_${method}`),
              account: account ?? '',
            })}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
