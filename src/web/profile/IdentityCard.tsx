import { UserRound } from 'lucide-react';
import type { User } from '#contract/auth/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { icon } from '#web/ui/icon.ts';
import { Card } from '#web/ui/layout/Card.tsx';
import { Row, Rows } from '#web/ui/rows/Row.tsx';
import { EmailState } from './EmailState.tsx';
import styles from './IdentityCard.module.css';

/** What identifies the client besides the fields below it. Only staff change the country. */
export function IdentityCard({ user }: { user: User }) {
  const t = useText();
  const format = useFormat();
  return (
    <Card flush>
      <Rows>
        <Row
          icon={<UserRound {...icon} />}
          name={<EmailState user={user} />}
          more={
            <>
              {format.country(user.country)} · {format.label(t('profile.client_since'))}
              <DateTime at={user.created_at} as="date" />
            </>
          }
        />
      </Rows>
      <p className={styles.note}>
        {t('profile.identity_note')} <Link to="/tickets">{t('profile.write_to_support')}</Link>
      </p>
    </Card>
  );
}
