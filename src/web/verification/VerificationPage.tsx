import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { SettingsFrame } from '#web/profile/SettingsFrame.tsx';
import { Disclosure } from '#web/ui/layout/Disclosure.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { RowsSkeleton } from '#web/ui/rows/RowsSkeleton.tsx';
import { AccessLogCard } from './AccessLogCard.tsx';
import { ImportedCard } from './ImportedCard.tsx';
import { AllowedCard, LevelsCard } from './LevelsCard.tsx';
import { nextStep } from './steps/steps.ts';
import { StepList } from './steps/StepList.tsx';
import { VerificationHero } from './VerificationHero.tsx';
import { verificationQuery } from './verification-query.ts';
import styles from './Verification.module.css';

/** What the client proves next, everything that can be proven, and what each level allows. */
export function VerificationPage() {
  const t = useText();
  const query = useQuery(verificationQuery);
  const shown = query.data;
  // A level that staff have set asks for nothing: what each level allows comes first then.
  const isSettled = shown?.set_by_hand && !nextStep(shown);
  const top = shown?.levels.at(-1);
  const levels =
    shown && isSettled && top?.level === shown.level ? (
      <AllowedCard level={top} />
    ) : (
      shown && <LevelsCard shown={shown} />
    );
  const needs = (
    <QueryCard
      query={query}
      title={t('verification.needs')}
      titled={!isSettled}
      flush
      skeleton={<RowsSkeleton count={7} />}
    >
      {(data) =>
        isSettled ? (
          <div className={styles.optional}>
            <Disclosure label={t('verification.optional')}>
              <StepList shown={data} />
            </Disclosure>
          </div>
        ) : (
          <StepList shown={data} />
        )
      }
    </QueryCard>
  );
  return (
    <SettingsFrame>
      <QueryCard query={query} skeleton={<Skeleton shape="block" height={96} />}>
        {(data) => <VerificationHero shown={data} />}
      </QueryCard>
      {/* What cannot be shown is said once. */}
      {(shown || !query.isError) && (
        <div className={styles.columns}>
          <div className={styles.parts}>{isSettled ? levels : needs}</div>
          {shown && (
            <div className={styles.parts}>
              {isSettled ? needs : levels}
              <ImportedCard imported={shown.imported} />
              <AccessLogCard access_log={shown.access_log} />
            </div>
          )}
        </div>
      )}
    </SettingsFrame>
  );
}
