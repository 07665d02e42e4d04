import type { PaymentMethods } from '#contract/payments/endpoints.ts';
import type { PaymentMethod } from '#contract/payments/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';

interface DuesNoteProps {
  rows: PaymentMethods['to_return'];
  /** The methods that can be chosen. */
  methods: readonly PaymentMethod[];
}

/** Money that has to go back the way it came before any other way is open: a line for each, where there is another way. */
export function DuesNote({ rows, methods }: DuesNoteProps) {
  const t = useText();
  const format = useFormat();
  const due = rows.filter((row) => /[1-9]/.test(row.due) && methods.some((method) => method !== row.method));
  return due.map(({ method, account, due: amount }) => (
    <p key={`${method}-${account}`}>
      {t(account ? 'payments.to_return_account' : 'payments.to_return_method', {
        amount: format.symbol(amount, 'USD'),
        method: t(`payments.method_${method}`),
        account: account ?? '',
      })}
    </p>
  ));
}
