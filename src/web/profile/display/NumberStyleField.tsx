import type { NumberStyle } from '#contract/kernel/constants.ts';
import { formatIn } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { setNumberStyle, useNumberStyle } from '#web/platform/i18n/number-style.ts';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import styles from './DisplayCard.module.css';
import { saveDisplay } from './save-display.ts';

const example = '1236.5';

/** How numbers are written: as everywhere in the product, or as the language writes them. Each shows itself. */
export function NumberStyleField() {
  const t = useText();
  const language = useLanguage();
  const style = useNumberStyle();
  const choose = (number_style: NumberStyle) => {
    setNumberStyle(number_style);
    void saveDisplay({ number_style });
  };
  const shown = (of: NumberStyle) => formatIn(language, of).price(`${example}0`);
  return (
    <div className={styles.theme}>
      <p>{t('profile.number_style')}</p>
      <SegmentedControl
        label={t('profile.number_style')}
        value={style}
        options={[
          { value: 'english', label: t('profile.numbers_english', { example: shown('english') }) },
          { value: 'language', label: t('profile.numbers_language', { example: shown('language') }) },
        ]}
        onChange={choose}
      />
    </div>
  );
}
