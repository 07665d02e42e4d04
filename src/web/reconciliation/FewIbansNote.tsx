import { useQuery } from '@tanstack/react-query';
import { clientIbansQuery } from '#web/payments/staff/client-ibans-query.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';

/** From here on there is time to ask the bank for more. */
const few = 20;

/** Warns before clients get the account of all, because no IBAN is left for them. */
export function FewIbansNote() {
  const t = useText();
  const { number } = useFormat();
  const { data = [] } = useQuery(clientIbansQuery);
  return data
    .filter(({ free }) => free < few)
    .map(({ currency, free }) => (
      <Alert key={currency} tone="warning">
        <p>{t('reconciliation.few_ibans', { currency, free: number(free) })}</p>
      </Alert>
    ));
}
