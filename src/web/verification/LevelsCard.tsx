import { Check } from 'lucide-react';
import type { VerificationShown } from '#contract/verification/endpoints.ts';
import { usualNeeds } from '#contract/verification/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { icon } from '#web/ui/icon.ts';
import { Card } from '#web/ui/layout/Card.tsx';
import { Step, Steps } from '#web/ui/layout/Steps.tsx';
import { Row, Rows } from '#web/ui/rows/Row.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useLimitTexts, type Level } from './use-limit-texts.ts';

/** What the highest level allows: those behind it allow nothing else. */
export function AllowedCard({ level }: { level: Level }) {
  const t = useText();
  const textsOf = useLimitTexts();
  return (
    <Card title={t('verification.levels_title')} titled={false} flush>
      <Rows>
        {textsOf(level).map((text) => (
          <Row key={text} icon={<Check {...icon} />} name={text} />
        ))}
      </Rows>
    </Card>
  );
}

/** Every level, from the reached one on with what it allows. */
export function LevelsCard({ shown }: { shown: VerificationShown }) {
  const t = useText();
  const textsOf = useLimitTexts();
  const { level: reached, levels, set_by_hand } = shown;
  // Staff gave the level although something is unproven: its name would claim a proof that does not exist.
  const isGranted = ({ level, needs }: Level) =>
    set_by_hand && level <= reached && needs.some(({ state }) => state !== 'done');
  const wordsOf = (level: Level) => {
    // A level that is behind allows nothing that the reached one does not.
    if (level.level < reached) return [];
    const texts = textsOf(level);
    return texts.length > 0 ? texts : [t('verification.nothing_yet')];
  };
  return (
    <Card title={t('verification.levels_title')}>
      <Steps>
        {levels.map((level) => (
          <Step
            key={level.level}
            state={level.level <= reached ? 'done' : level.level === reached + 1 && !set_by_hand ? 'next' : 'ahead'}
            more={
              <>
                {level.level >= reached && isUsual(level) && !isGranted(level) && (
                  <span>{t(`verification.level_${level.level as 0}_title`)}</span>
                )}
                {wordsOf(level).map((text) => (
                  <span key={text}>{text}</span>
                ))}
                {level.level <= reached && !isGranted(level) && (
                  <VisuallyHidden>{t('verification.level_reached')}</VisuallyHidden>
                )}
              </>
            }
          >
            {t('verification.level', { level: level.level })}
          </Step>
        ))}
      </Steps>
    </Card>
  );
}

/** Whether a level takes what its name says. */
const isUsual = ({ level, needs }: Level) => needs.map(({ need }) => need).join() === usualNeeds[level]?.join();
