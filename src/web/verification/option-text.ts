import { bandLimits, type ProfileQuestion } from '#contract/verification/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';

/** An answer of the economic profile in words; a band of money by its limits. */
export function useOptionText(): (question: ProfileQuestion, answer: string) => string {
  const t = useText();
  const format = useFormat();
  const money = (index: number) => format.symbol(String((bandLimits[index] ?? 0) * 1000), 'USD');
  return (question, answer) => {
    const band = /^band_(\d)$/.exec(answer)?.[1];
    if (band === undefined)
      return t(`verification.answer_${question}_${answer}` as 'verification.answer_employment_employed');
    const index = Number(band);
    if (index === 0) return t('verification.band_below', { amount: money(0) });
    if (index === bandLimits.length) return t('verification.band_above', { amount: money(index - 1) });
    return t('verification.band_between', { from: money(index - 1), to: money(index) });
  };
}
