import type { VerificationShown } from '#contract/verification/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { offersIpo } from '#web/platform/offers-ipo.ts';

export type Level = VerificationShown['levels'][number];

/** What a level allows, as the server enforces it, each in words. */
export function useLimitTexts(): (level: Level) => string[] {
  const t = useText();
  const format = useFormat();
  const textOf = (kind: 'deposits' | 'withdrawals', { allowed, limit }: Level['deposit']) => {
    if (!allowed) return [];
    if (limit === null) return [t(`verification.any_${kind}`)];
    return [
      t(`verification.${kind}_up_to_${limit.span}`, { amount: format.symbol(limit.amount, 'USD', { short: true }) }),
    ];
  };
  return ({ deposit, withdrawal, ipo }) => {
    return [
      ...textOf('deposits', deposit),
      ...textOf('withdrawals', withdrawal),
      ...(offersIpo && ipo ? [t('verification.ipo_open')] : []),
    ];
  };
}
