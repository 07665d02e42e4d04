import type { User } from '#contract/auth/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { State } from '#web/ui/State.tsx';
import { ResendButton } from './ResendButton.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';

/** Who the client is, whether the address is confirmed, and the way to confirm it. Only staff change the country. */
export function IdentityCard({ user }: { user: User }) {
  const t = useText();
  const format = useFormat();
  return (
    <Card>
      <Hero
        sentence
        label={
          <>
            {format.label(t('profile.client_since'))}
            <DateTime at={user.created_at} as="date" />
          </>
        }
        value={<bdi>{user.full_name}</bdi>}
        meaning={
          <span className={flowStyles.facts}>
            <bdi className={textStyles.breaking}>{user.email}</bdi>
            <State tone={user.email_verified ? 'neutral' : 'warning'}>
              {t(user.email_verified ? 'profile.email_verified' : 'profile.email_unverified')}
            </State>
            <span>{format.country(user.country)}</span>
          </span>
        }
        acts={!user.email_verified && <ResendButton />}
      >
        <p className={textStyles.soft}>
          {t('profile.identity_note')} <Link to="/tickets">{t('profile.write_to_support')}</Link>
        </p>
      </Hero>
    </Card>
  );
}
