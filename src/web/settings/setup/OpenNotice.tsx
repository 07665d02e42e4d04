import type { User } from '#contract/auth/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { Step, Steps } from '#web/ui/layout/Steps.tsx';
import styles from './Setup.module.css';

/**
 * The setup is complete: the next steps of its administrator. The page reloads, for this one still has the state before
 * the setup.
 */
export function OpenNotice({ administrator }: { administrator: User }) {
  const t = useText();
  const { email, second_factor_due: isDue } = administrator;
  const next = [...(isDue ? (['factor'] as const) : []), ...(['email', 'payments', 'levels', 'team'] as const)];
  return (
    <div className={styles.open}>
      <header>
        <h1>{t('setup.over_title')}</h1>
        <p className={styles.intro}>{t('setup.open_intro')}</p>
      </header>
      <Steps>
        {next.map((each, index) => (
          <Step key={each} state={index === 0 ? 'next' : 'ahead'} more={t(`setup.next_${each}_text`, { email })}>
            {t(`setup.next_${each}`)}
          </Step>
        ))}
      </Steps>
      <Button variant="primary" wide onClick={() => location.assign(pathIn(currentLanguage(), '/home'))}>
        {t('setup.open_go')}
      </Button>
    </div>
  );
}
