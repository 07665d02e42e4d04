import { Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { User } from '#contract/auth/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { bidiIsolate } from '#web/platform/i18n/bidi-isolate.ts';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { impersonationEndsAt } from '#web/platform/session/own-session.ts';
import { goOnAs } from '#web/platform/session/session.ts';
import { useSecondsLeft } from '#web/platform/forms/use-seconds-left.ts';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import styles from './WatchBanner.module.css';

interface ImpersonationBannerProps {
  user: User;
  impersonation: NonNullable<User['impersonation']>;
}

/** The server's clock has to be past the end when the page reloads. */
const marginMs = 1500;

/** Says on every screen whom staff view as, why and for how long. It stays until the impersonation ends. */
export function ImpersonationBanner({ user, impersonation }: ImpersonationBannerProps) {
  const t = useText();
  const [isBusy, setIsBusy] = useState(false);
  const endsAt = impersonationEndsAt();
  const left = useSecondsLeft(endsAt);
  const path = pathIn(currentLanguage(), `/admin/clients/${user.id}`);
  useEffect(() => {
    const timer = setTimeout(() => goOnAs(path), endsAt - performance.now() + marginMs);
    return () => clearTimeout(timer);
  }, [endsAt, path]);
  const stop = () => {
    setIsBusy(true);
    call('POST /api/staff/impersonation/end', { body: {} })
      .then(() => goOnAs(path))
      .catch((error: unknown) => {
        setIsBusy(false);
        toast({ text: error instanceof Error ? error.message : t('common.went_wrong'), tone: 'negative' });
      });
  };
  const name = user.full_name;
  return (
    <aside className={styles.banner} aria-label={t('shell.impersonation_title', { name })}>
      <Eye {...icon} />
      <div className={styles.text}>
        <p className={styles.whom}>{t('shell.impersonation_title', { name })}</p>
        <p className={styles.why}>{t('shell.impersonation_reason', { reason: bidiIsolate(impersonation.reason) })}</p>
      </div>
      <p className={styles.left} role="timer">
        {t('shell.impersonation_left', { time: clockOf(left) })}
      </p>
      <Button size="small" busy={isBusy} onClick={stop}>
        {t('shell.impersonation_stop')}
      </Button>
    </aside>
  );
}

const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
