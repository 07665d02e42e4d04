import type { User } from '#contract/auth.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { isAdmin } from '#web/platform/session.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import styles from './StaffCard.module.css';

/** The way to the screens of those who work here. */
export function StaffCard({ user }: { user: User }) {
  const t = useText();
  const admin = isAdmin(user);
  const answers = admin || user.roles.includes('support');
  const seesMoney = admin || user.roles.includes('finance') || user.roles.includes('compliance');
  if (!answers && !seesMoney) return null;
  return (
    <Card title={t('home.staff_title')}>
      <div className={styles.links}>
        {answers && (
          <Go to="/chats" className={buttonClass()}>
            {t('home.staff_chats')}
          </Go>
        )}
        {seesMoney && (
          <Go to="/admin/money" className={buttonClass()}>
            {t('home.staff_money')}
          </Go>
        )}
        {windowConfig.features.ipo && (
          <Go to="/admin/ipo" className={buttonClass()}>
            {t('home.staff_ipo')}
          </Go>
        )}
        {admin && (
          <Go to="/admin/clients" className={buttonClass()}>
            {t('home.staff_clients')}
          </Go>
        )}
      </div>
    </Card>
  );
}
