import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Badge } from '#web/ui/Badge.tsx';

/** Whether an account can be traded on. */
export function StatusBadge({ status }: { status: TradingAccount['status'] }) {
  const t = useText();
  return <Badge tone={status === 'pending' ? 'warning' : 'neutral'}>{t(`trading.status_${status}`)}</Badge>;
}
