import type { User } from '#contract/auth/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { EmailState } from './EmailState.tsx';
import styles from './IdentityCard.module.css';

/** What identifies the client. Only staff change the country. */
export function IdentityCard({ user }: { user: User }) {
  const t = useText();
  return (
    <Card>
      <Hero
        sentence
        label={useFormat().country(user.country)}
        value={<bdi>{user.full_name}</bdi>}
        meaning={<EmailState user={user} />}
        end={<Stat label={t('profile.client_since')} value={<DateTime at={user.created_at} as="date" />} />}
      >
        <p className={styles.note}>
          {t('profile.identity_note')} <Link to="/tickets">{t('profile.write_to_support')}</Link>
        </p>
      </Hero>
    </Card>
  );
}
