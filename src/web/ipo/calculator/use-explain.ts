import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { FieldProblem } from './input.ts';

/** Prices have up to four places. */
const limitDigits = 4;

/** Explains in a sentence why a field is refused. */
export function useExplain(currency: string) {
  const t = useText();
  const format = useFormat();
  return (problem: FieldProblem | undefined): string | undefined => {
    if (!problem) return undefined;
    if (problem.reason === 'ambiguous')
      return t('ipo.wrong_ambiguous', { whole: problem.whole, fraction: problem.fraction });
    const { reason, limit = '0' } = problem;
    if (reason === 'below_one_lot') return t('ipo.wrong_below_one_lot', { amount: format.symbol(limit, currency) });
    return t(`ipo.wrong_${reason}`, { limit: format.number(limit, limitDigits) });
  };
}
