import { useState } from 'react';
import type { Theme } from '#contract/kernel/constants.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { readTileView, writeTileView } from '#web/platform/session/browser-storage.ts';
import { setTheme, useTheme } from '#web/platform/theme.ts';
import { Card } from '#web/ui/layout/Card.tsx';
import { Switch } from '#web/ui/forms/CheckboxField.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import styles from './DisplayCard.module.css';
import { NumberStyleField } from './NumberStyleField.tsx';
import { saveDisplay } from './save-display.ts';

/** How the pages look: tiles on this device, the others wherever one signs in. */
export function DisplayCard() {
  const t = useText();
  const theme = useTheme();
  const [isTileView, setIsTileView] = useState(readTileView);
  const chooseTheme = (next: Theme) => {
    setTheme(next);
    void saveDisplay({ theme: next });
  };
  const choose = (next: boolean) => {
    writeTileView(next);
    setIsTileView(next);
  };
  return (
    <Card title={t('profile.display_title')}>
      <div className={flowStyles.stack}>
        <div className={styles.theme}>
          <p>{t('profile.theme')}</p>
          <SegmentedControl
            label={t('profile.theme')}
            value={theme}
            options={[
              { value: 'light-theme', label: t('profile.theme_light') },
              { value: 'dark-theme', label: t('profile.theme_dark') },
            ]}
            onChange={chooseTheme}
          />
        </div>
        <NumberStyleField />
        <Switch
          label={t('profile.tile_view')}
          checked={isTileView}
          onChange={(event) => choose(event.target.checked)}
        />
        <p className={textStyles.soft}>{t('profile.display_note')}</p>
      </div>
    </Card>
  );
}
