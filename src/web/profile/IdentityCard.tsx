import type { User } from '#contract/auth/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { EmailState } from './EmailState.tsx';
import styles from './IdentityCard.module.css';

/** What identifies the client. Only staff change the country. */
export function IdentityCard({ user }: { user: User }) {
  const t = useText();
  const format = useFormat();
  const name = user.full_name;
  return (
    <Card>
      <div className={styles.facts}>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <EmailState user={user} />
        <DescriptionList
          facts
          items={[
            { term: t('profile.country'), details: format.country(user.country) },
            { term: t('profile.client_since'), details: <DateTime at={user.created_at} as="date" /> },
          ]}
        />
      </div>
      <p className={styles.note}>
        {t('profile.identity_note')} <Link to="/tickets">{t('profile.write_to_support')}</Link>
      </p>
    </Card>
  );
}
