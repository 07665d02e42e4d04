import type { VerificationShown } from '#contract/verification/endpoints.ts';
import { usualNeeds, type Need } from '#contract/verification/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { offersIpo } from '#web/platform/offers-ipo.ts';
import { useSignedIn } from '#web/platform/session/session.ts';
import { ResendButton } from '#web/profile/ResendButton.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { LevelLine } from './LevelLine.tsx';
import styles from './Verification.module.css';

type Level = VerificationShown['levels'][number];

/** Every level with what it allows, and of the next one what is missing. */
export function LevelsList({ shown }: { shown: VerificationShown }) {
  const t = useText();
  const { level: reached, levels, set_by_hand } = shown;
  // Staff gave the level although something is unproven: its name would claim a proof that does not exist.
  const isGranted = ({ level, needs }: Level) =>
    set_by_hand && level <= reached && needs.some(({ state }) => state !== 'done');
  return (
    <>
      {set_by_hand && (
        <div className={styles.notice}>
          <Alert tone="accent" title={t('verification.by_hand', { level: reached })} />
        </div>
      )}
      <ol>
        {levels.map((level) => (
          <LevelLine
            key={level.level}
            number={level.level}
            title={
              isUsual(level) && !isGranted(level)
                ? t(`verification.level_${level.level as 0}_title`)
                : t('verification.level', { level: level.level })
            }
            text={<LevelLimits level={level} />}
            reached={level.level > reached ? null : isGranted(level) ? 'granted' : 'proven'}
            action={level.level === reached + 1 && !set_by_hand && <Needs level={level} />}
          />
        ))}
      </ol>
    </>
  );
}

/** Whether a level takes what its name says. */
const isUsual = ({ level, needs }: Level) => needs.map(({ need }) => need).join() === usualNeeds[level]?.join();

/** What a level allows, as the server enforces it. */
function LevelLimits({ level: { deposit, withdrawal, ipo } }: { level: Level }) {
  const t = useText();
  const format = useFormat();
  const send = (kind: 'deposits' | 'withdrawals', { allowed, limit }: Level['deposit']) => {
    if (!allowed) return t(`verification.no_${kind}`);
    if (limit === null) return t(`verification.any_${kind}`);
    return t(`verification.${kind}_up_to_${limit.span}`, { amount: format.symbol(limit.amount, 'USD') });
  };
  return (
    <>
      <span className={styles.right}>{send('deposits', deposit)}</span>
      <span className={styles.right}>{send('withdrawals', withdrawal)}</span>
      {offersIpo && (
        <span className={styles.right}>{t(ipo ? 'verification.ipo_open' : 'verification.ipo_closed')}</span>
      )}
    </>
  );
}

/** Where each thing that is missing is done. */
const paths: Record<Need, string | null> = {
  email: null,
  person: '#person',
  profile: '#profile',
  phone: '#person',
  identity: '#identity',
  residence: '#residence',
  source_of_funds: '#source_of_funds',
};
const tones = { open: 'warning', waiting: 'accent', done: 'positive' } as const;

function Needs({ level }: { level: Level }) {
  const t = useText();
  const { email_verified } = useSignedIn();
  return (
    <>
      <ul className={styles.needs} aria-label={t('verification.needs')}>
        {level.needs.map(({ need, state }) => (
          <li key={need}>
            {paths[need] && state === 'open' ? (
              <a href={paths[need]}>{t(`verification.need_${need}`)}</a>
            ) : (
              t(`verification.need_${need}`)
            )}{' '}
            <Badge tone={tones[state]}>{t(`verification.need_is_${state}`)}</Badge>
          </li>
        ))}
      </ul>
      {level.level === 1 && !email_verified && <ResendButton />}
    </>
  );
}
