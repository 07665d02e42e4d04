import type { ReactNode } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';

interface ProtectionHeroProps {
  factor: ResponseOf<'POST /api/settings/second-factor'>;
  /** What can be done about the app. */
  acts: ReactNode;
  /** What is known of it. */
  meaning: ReactNode;
}

/** Whether a password alone is enough to sign in. */
export function ProtectionHero({ factor, acts, meaning }: ProtectionHeroProps) {
  const t = useText();
  return (
    <Hero
      sentence
      label={t('profile.protection')}
      value={t(factor.on ? 'profile.factor_state_on' : 'profile.factor_state_off')}
      meaning={meaning}
      acts={acts}
    />
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
