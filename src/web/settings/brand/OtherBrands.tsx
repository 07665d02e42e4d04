import { languageNames } from '#contract/kernel/languages.ts';
import type { SettingValues } from '#contract/settings/catalogue.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import textStyles from '#web/ui/Text.module.css';
import { BrandPreview } from '../BrandPreview.tsx';
import type { ShownProps } from '../kinds/kind.ts';
import styles from '../Settings.module.css';
import { FontShown } from './FontFields.tsx';
import { LinksShown } from './LinksFields.tsx';
import { TextsShown } from './TextByLanguage.tsx';

type All = SettingValues['brands.others'];

/** The brands beside the first one, each with the name by which it is reached and how it looks. */
export function OtherBrands({ value, whole, proposed }: ShownProps<All>) {
  const t = useText();
  if (value.length === 0) return <p>{t('settings.none')}</p>;
  return (
    <ul className={styles.accounts}>
      {value.map((brand) => (
        <li key={brand.id} className={styles.group}>
          <p>
            <b dir="auto">{brand.name}</b> <bdi dir="ltr">{brand.host}</bdi>
          </p>
          <p className={textStyles.soft}>{brand.languages.map((each) => languageNames[each]).join(', ')}</p>
          <p className={`${styles.lines} ${textStyles.soft}`} dir="auto">
            {[brand.sender, brand.support_email, brand.company].filter(Boolean).join('\n')}
          </p>
          {brand.font && <FontShown value={brand.font} />}
          {brand.footer && (
            <>
              <p>{t('settings.brand_footer')}</p>
              <TextsShown value={brand.footer} />
            </>
          )}
          {brand.links && (
            <>
              <p>{t('settings.brand_links')}</p>
              <LinksShown value={brand.links} />
            </>
          )}
          {(whole || proposed) && <BrandPreview brand={brand} />}
        </li>
      ))}
    </ul>
  );
}
