import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { cx } from '#web/ui/cx.ts';
import { Disclosure } from '#web/ui/layout/Disclosure.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import factsStyles from '#web/ui/tables/Facts.module.css';
import textStyles from '#web/ui/Text.module.css';
import { limitsQuery } from './payment-queries.ts';

interface LimitsNoteProps {
  direction: 'deposit' | 'withdrawal';
  /** What else bears on them. */
  children?: ReactNode;
}

/** What the client's level, or staff, allow them to move in one direction, and what is left of it: folded, for the amount says what it may be. */
export function LimitsNote({ direction, children }: LimitsNoteProps) {
  const t = useText();
  const format = useFormat();
  const { limits, own } = useQuery(limitsQuery).data?.[direction] ?? {};
  const usd = (amount: string) => format.symbol(amount, 'USD', { short: true });
  const parts = (limits ?? []).flatMap(({ span, limit, left }) =>
    limit === null ? [] : [t(`payments.limit_${span}`, { limit: usd(limit), remaining: usd(left ?? limit) })],
  );
  if (parts.length === 0) return children;
  return (
    <div className={factsStyles.facts}>
      <Disclosure label={t('payments.limits')}>
        <div className={cx(flowStyles.stack4, textStyles.soft)}>
          {parts.map((part) => (
            <p key={part}>{part}</p>
          ))}
          {own && (
            <p>
              {own.until ? t('payments.limits_own_until', { date: format.day(own.until) }) : t('payments.limits_own')}
            </p>
          )}
          {children}
        </div>
      </Disclosure>
    </div>
  );
}
