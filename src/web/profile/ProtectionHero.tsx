import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { passkeysQuery, worksAt } from './passkeys/passkeys-query.ts';

interface ProtectionHeroProps {
  factor: ResponseOf<'POST /api/settings/second-factor'>;
  /** What can be done about the app. */
  acts: ReactNode;
  /** What is known of it. */
  children: ReactNode;
}

/** How many of the protections besides the password are on: a confirmed email, an app, and a passkey where one can be made. */
export function ProtectionHero({ factor, acts, children }: ProtectionHeroProps) {
  const t = useText();
  const user = useSignedIn();
  const keys = useQuery(passkeysQuery).data;
  const has = [user.email_verified, factor.totp_since !== null];
  if (keys && (keys.passkeys.length > 0 || worksAt(keys.origin))) has.push(keys.passkeys.some(({ works }) => works));
  const on = has.filter(Boolean).length;
  return (
    <Hero
      sentence
      label={t('profile.protection')}
      value={t('profile.protections', { on, all: has.length, part: on === has.length ? 'all' : 'some' })}
      meaning={t(factor.on ? 'profile.factor_state_on' : 'profile.factor_state_off')}
      acts={acts}
    >
      {children}
    </Hero>
  );
}

export const ProtectionSkeleton = () => (
  <Hero
    sentence
    label={useText()('profile.protection')}
    value={<Skeleton width="14rem" />}
    meaning={<Skeleton width="20rem" />}
  />
);
