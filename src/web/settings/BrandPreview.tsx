import { accentsOf, asColor, contrastOfWhite } from '#contract/kernel/brand-color.ts';
import { themes } from '#contract/kernel/constants.ts';
import type { OtherBrand } from '#contract/settings/values/other-brands.ts';
import { accentStyle } from '#web/platform/accents.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { windowConfig } from '#web/platform/window-config.ts';
import textStyles from '#web/ui/Text.module.css';
import styles from './Settings.module.css';
import { pictureOf } from './setting-value.ts';

/** How name, colour and pictures look in both themes, and what was done so that they can be read. */
export function BrandPreview({ brand }: { brand: Pick<OtherBrand, 'name' | 'color' | 'logo_light' | 'logo_dark'> }) {
  const t = useText();
  const { number } = useFormat();
  const { name, logo_light: light, logo_dark: dark } = brand;
  const color = asColor(brand.color);
  const accents = color ? accentsOf(color) : windowConfig.accents;
  return (
    <section className={styles.previews} aria-label={t('settings.preview')}>
      {themes.map((theme) => {
        const isDark = theme === 'dark-theme';
        const accent = isDark ? accents.dark : accents.light;
        const logo = isDark ? (dark ?? light) : (light ?? dark);
        return (
          <div key={theme} className={`${theme} ${styles.preview}`} style={accentStyle(accents)}>
            <div className={styles.bar}>
              {logo ? <img className={styles.logo} src={pictureOf(logo)} alt={name} /> : <b dir="auto">{name}</b>}
            </div>
            <div className={styles.sample}>
              <span className={styles.fill}>{t('settings.sample_button')}</span>
              <span className={styles.ink}>{t('settings.sample_link')}</span>
            </div>
            <p className={textStyles.soft}>
              {t(accent.fill === color ? 'settings.color_stored' : 'settings.color_adjusted', {
                color: accent.fill,
                ratio: number(contrastOfWhite(accent.fill)),
              })}
            </p>
          </div>
        );
      })}
    </section>
  );
}
