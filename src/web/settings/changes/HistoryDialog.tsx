import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Setting, SettingVersion } from '#contract/settings/endpoints.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async } from '#web/platform/api/Async.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { settingsHistoryQuery } from '../settings-queries.ts';
import textStyles from '#web/ui/Text.module.css';
import styles from '../Settings.module.css';
import { nameKeyOf } from '../names.ts';
import { SetBack } from './SetBack.tsx';
import { SettingChange } from '../SettingChange.tsx';

interface HistoryDialogProps {
  setting: Setting;
  mayChange: boolean;
  onClose: () => void;
}

/** All that a setting ever was: who changed it, when and why. What it was can be set again. */
export function HistoryDialog({ setting, mayChange, onClose }: HistoryDialogProps) {
  const t = useText();
  const query = useInfiniteQuery(settingsHistoryQuery(setting.key));
  const [chosen, setChosen] = useState<SettingVersion>();
  const name = t(nameKeyOf(setting.key));
  const maySet = mayChange && setting.source !== 'environment';
  return (
    <Dialog
      open
      wide
      title={t('settings.history_of', { name })}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      onClear={onClose}
    >
      <div>
        <CsvButton
          small
          action={() => download('GET /api/staff/settings/history/file', { query: { key: setting.key } })}
        />
      </div>
      <Async query={query} skeleton={<SkeletonRows count={4} />}>
        {({ pages }) => (
          <ol className={styles.versions}>
            {pages
              .flatMap(({ versions }) => versions)
              .map((each) => (
                <li key={each.version}>
                  <div className={styles.acts}>
                    <p className={textStyles.soft}>
                      <Makers of={each} /> · <DateTime at={each.at} />
                    </p>
                    {maySet && each.version !== setting.version && chosen?.version !== each.version && (
                      <Button size="small" onClick={() => setChosen(each)}>
                        {t('settings.set_back')}
                      </Button>
                    )}
                  </div>
                  {each.reason && (
                    <p>
                      <bdi>{each.reason}</bdi>
                    </p>
                  )}
                  <SettingChange settingKey={setting.key} was={each.was} value={each.value} />
                  {chosen?.version === each.version && (
                    <SetBack setting={setting} value={each.value} onDone={onClose} />
                  )}
                </li>
              ))}
          </ol>
        )}
      </Async>
      <MoreButton query={query} />
    </Dialog>
  );
}

function Makers({ of: { by, approved_by: second } }: { of: SettingVersion }) {
  const t = useText();
  return <bdi>{by && second ? t('settings.by_two', { by, second }) : (by ?? t('settings.by_setup'))}</bdi>;
}
