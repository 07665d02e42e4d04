import { useQuery } from '@tanstack/react-query';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import textStyles from '#web/ui/Text.module.css';
import { limitsQuery } from './payment-queries.ts';

/** In one sentence what the client's level, or staff, allow them to move in one direction, and what is left of it. */
export function LimitsNote({ direction }: { direction: 'deposit' | 'withdrawal' }) {
  const t = useText();
  const format = useFormat();
  const { limits, own } = useQuery(limitsQuery).data?.[direction] ?? {};
  const usd = (amount: string) => format.symbol(amount, 'USD', { short: true });
  const parts = (limits ?? []).flatMap(({ span, limit, left }) =>
    limit === null ? [] : [t(`payments.limit_${span}`, { limit: usd(limit), remaining: usd(left ?? limit) })],
  );
  if (parts.length === 0) return null;
  const sentences = [
    t('payments.limits', { limits: format.list(parts) }),
    own && (own.until ? t('payments.limits_own_until', { date: format.day(own.until) }) : t('payments.limits_own')),
  ];
  return <p className={textStyles.soft}>{sentences.filter(Boolean).join(' ')}</p>;
}
