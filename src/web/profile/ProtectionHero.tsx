import { useQuery } from '@tanstack/react-query';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { Meter } from '#web/ui/figures/Meter.tsx';
import { factorQuery } from './factor/factor-query.ts';
import { passkeysQuery, worksAt } from './passkeys/passkeys-query.ts';

/** How many of the protections besides the password are on: a confirmed email, an app, and a passkey where one can be made. */
export function ProtectionHero() {
  const t = useText();
  const user = useSignedIn();
  const factor = useQuery(factorQuery);
  const passkeys = useQuery(passkeysQuery);
  const label = t('profile.protection');
  const keys = passkeys.data;
  return (
    <QueryCard
      query={factor}
      skeleton={<Hero sentence label={label} value={<Skeleton width="14rem" />} meaning={<Skeleton width="20rem" />} />}
    >
      {({ on: hasFactor, totp_since: since }) => {
        const has = [user.email_verified, since !== null];
        if (keys && (keys.passkeys.length > 0 || worksAt(keys.origin)))
          has.push(keys.passkeys.some(({ works }) => works));
        const on = has.filter(Boolean).length;
        const text = t('profile.protections', { on, all: has.length, part: on === has.length ? 'all' : 'some' });
        return (
          <Hero
            sentence
            label={label}
            value={text}
            meaning={t(hasFactor ? 'profile.factor_state_on' : 'profile.factor_state_off')}
            end={<Meter label={label} value={on} max={has.length} valueText={text} />}
          />
        );
      }}
    </QueryCard>
  );
}
