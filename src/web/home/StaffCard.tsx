import type { User } from '#contract/auth/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useStaffScreens } from '#web/platform/navigation/staff-screens.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';

/** The way to the screens of those who work here. */
export function StaffCard({ user }: { user: User }) {
  const t = useText();
  const staffScreens = useStaffScreens(user);
  if (staffScreens.length === 0) return null;
  return (
    <Card title={t('home.staff_title')}>
      <div className={flowStyles.row}>
        {staffScreens.map(({ to, label }) => (
          <Link key={to} to={to} className={buttonClass()}>
            {t(label)}
          </Link>
        ))}
      </div>
    </Card>
  );
}
