import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { useSignedIn } from '#web/platform/session.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import { Card } from '#web/ui/Card.tsx';
import { ResendButton } from './EmailState.tsx';
import { LevelLine } from './LevelLine.tsx';
import { SettingsFrame } from './SettingsFrame.tsx';
import styles from './VerificationPage.module.css';

/** How well the house knows the client, and what it may ask for later. */
export function VerificationPage() {
  const t = useText();
  const { email, email_verified } = useSignedIn();
  return (
    <SettingsFrame>
      <Card title={t('settings.levels_title')} flush>
        <ol>
          <LevelLine number={0} title={t('settings.level_0_title')} text={t('settings.level_0_text')} isReached />
          <LevelLine
            number={1}
            title={t('settings.level_1_title')}
            text={t(email_verified ? 'settings.level_1_reached' : 'settings.level_1_missing', { email })}
            isReached={email_verified}
            action={!email_verified && <ResendButton />}
          />
        </ol>
      </Card>
      <Card title={t('settings.later_title')}>
        <div className={styles.later}>
          <p>{t(windowConfig.features.ipo ? 'settings.later_text_ipo' : 'settings.later_text')}</p>
          <p>{t('settings.later_how')}</p>
          <Go to="/tickets">{t('settings.write_to_support')}</Go>
        </div>
      </Card>
    </SettingsFrame>
  );
}
