import { useQuery } from '@tanstack/react-query';
import { languageNames } from '#contract/kernel/languages.ts';
import type { SettingValues } from '#contract/settings/catalogue.ts';
import { widgetsPath } from '#contract/settings/widget-names.ts';
import { CopyableLine } from '#web/platform/forms/CopyableLine.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { State } from '#web/ui/State.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from '../Settings.module.css';
import type { ShownProps } from '../kinds/kind.ts';
import { settingsQuery } from '../settings-queries.ts';
import { themeNames, widgetNames } from './words.ts';

type All = SettingValues['brand.widgets'];

/** What the company shows on its own websites, each with the code that goes there. */
export function Widgets({ value, whole }: ShownProps<All>) {
  const t = useText();
  if (value.length === 0) return <p>{t('settings.none')}</p>;
  return (
    <ul className={styles.accounts}>
      {value.map((widget) => (
        <li key={widget.id} className={styles.group}>
          <p>
            <b>{t(widgetNames[widget.kind])}</b> {!widget.is_on && <State>{t('settings.widget_off')}</State>}
          </p>
          <p className={textStyles.soft}>
            {[languageNames[widget.language], t(themeNames[widget.theme]), ...widget.shown].join(' · ')}
          </p>
          {widget.sites.map((site) => (
            <p key={site} dir="ltr">
              {site}
            </p>
          ))}
          {!whole && widget.is_on && <WidgetCode widget={widget} />}
        </li>
      ))}
    </ul>
  );
}

/** The code of a widget as it is now, and how it looks. */
function WidgetCode({ widget: { id, kind } }: { widget: All[number] }) {
  const t = useText();
  const link = useQuery(settingsQuery).data?.widget_links.find((each) => each.includes(id));
  if (link === undefined) return null;
  return (
    <>
      <p dir="ltr" className={textStyles.soft}>
        <CopyableLine label={t('settings.widget_code')} value={codeOf(link, t(widgetNames[kind]))} />
      </p>
      <div>
        <a className={buttonClass({ size: 'small' })} href={link} target="_blank" rel="noreferrer">
          {t('settings.preview')}
        </a>
      </div>
    </>
  );
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The frame, and the script that gives it the height of what is in it. */
const codeOf = (link: string, title: string) =>
  `<iframe src="${link}" title="${escaped(title)}" loading="lazy" style="width:100%;height:480px;border:0"></iframe>\n` +
  `<script src="${new URL(link).origin}${widgetsPath}/frame.js" async></script>`;
