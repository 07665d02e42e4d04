import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { refreshAccounts } from './account-queries.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';

/** Brings an archived account back; a refusal stands beneath. */
export function RestoreButton({ account: { trading_account_id: number } }: { account: TradingAccount }) {
  const t = useText();
  const form = useCallForm({});
  const restore = form.submit(async () => {
    await call('POST /api/trading-account/restore', { body: { trading_account_id: number } });
    refreshAccounts();
    toast({ text: t('trading.restored', { number }) });
  });
  return (
    <div className={flowStyles.stack}>
      <div>
        <Button
          size="small"
          aria-label={t('trading.restore_named', { number })}
          busy={form.busy}
          onClick={() => restore()}
        >
          {t('trading.restore')}
        </Button>
      </div>
      <FormErrors messages={form.messages} />
    </div>
  );
}
