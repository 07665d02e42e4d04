import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { State } from '#web/ui/State.tsx';

/** Whether an account can be traded on. */
export function AccountState({ status }: { status: TradingAccount['status'] }) {
  const t = useText();
  return <State tone={status === 'pending' ? 'warning' : 'neutral'}>{t(`trading.status_${status}`)}</State>;
}
