import type { HouseValues } from '#contract/settings-catalogue.ts';
import type { ProposalOf } from '#contract/approvals.ts';
import type { Setting } from '#contract/settings.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { windowConfig } from '#web/platform/window-config.ts';
import { ProposalNote } from '#web/approvals/ApprovalRequestNote.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './Settings.module.css';
import { LevelsEffect } from './NeedLevels.tsx';
import { SettingChange } from './SettingChange.tsx';
import { SettingValue } from './SettingValue.tsx';
import { nameKeyOf } from './names.ts';

interface SettingLineProps {
  setting: Setting;
  /** A change of it that waits for a second person. */
  proposal: ProposalOf<'setting'> | undefined;
  mayChange: boolean;
  onChange: () => void;
  onHistory: () => void;
}

/** One setting: what it does, what holds, and what can be done about it. */
export function SettingLine({ setting, proposal, mayChange, onChange, onHistory }: SettingLineProps) {
  const t = useText();
  const { key, value, source, version } = setting;
  const name = t(nameKeyOf(key));
  return (
    <li className={styles.setting}>
      <div className={styles.about}>
        <h3>{name}</h3>
        <p className={styles.soft}>{t(`${nameKeyOf(key)}_hint`)}</p>
      </div>
      <div className={styles.holds}>
        <SettingValue settingKey={key} value={value} />
        <div className={styles.acts}>
          <p className={styles.soft}>
            <Origin setting={setting} />
          </p>
          {mayChange && source !== 'environment' && !proposal && (
            <Button size="small" onClick={onChange} aria-label={t('house.change_this', { name })}>
              {t('house.change')}
            </Button>
          )}
          {version > 0 && (
            <Button size="small" variant="quiet" onClick={onHistory} aria-label={t('house.history_of', { name })}>
              {t('house.history')}
            </Button>
          )}
        </div>
        {proposal && (
          <ProposalNote proposal={proposal}>
            <SettingChange settingKey={proposal.key} was={proposal.was} value={proposal.value} />
            {mayChange && proposal.key === 'verification.levels' && (
              <LevelsEffect levels={proposal.value as HouseValues['verification.levels']} />
            )}
          </ProposalNote>
        )}
      </div>
    </li>
  );
}

function Origin({ setting: { key, value, source, changed_by, changed_at } }: { setting: Setting }) {
  const t = useText();
  // A demo without a server of its own keeps its mails: nobody has set that.
  if (key === 'mail.server' && value === null && windowConfig.demo) return t('house.from_demo');
  if (source === 'environment') return t('house.from_environment');
  if (source === 'default' || !changed_at) return t('house.from_default');
  return (
    <>
      <bdi>{changed_by ?? t('house.by_setup')}</bdi> · <When at={changed_at} />
    </>
  );
}
