import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { progressBar } from '#contract/kernel/constants.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIsLoading } from '#web/platform/api/request-counter.ts';
import { ProgressBar } from '#web/ui/feedback/ProgressBar.tsx';

/** Runs along the top while a screen or a call that counts is on its way, finishes when it is there, then fades. */
export function NavigationProgress() {
  const t = useText();
  const isNavigating = useRouterState({ select: (state) => state.isLoading });
  const isCalling = useIsLoading();
  return <ProgressBar percent={useProgress(isNavigating || isCalling)} label={t('common.loading')} />;
}

/** Percent of the bar, null when there is none: it steps towards its nominal end and waits just below it. */
function useProgress(isLoading: boolean): number | null {
  const [percent, setPercent] = useState<number | null>(null);
  useEffect(() => {
    const { nominalMs, stepMs, finishAbovePercent, hideAfterMs } = progressBar;
    if (!isLoading) {
      const timers = [
        setTimeout(() => setPercent((now) => (now === null ? null : 100))),
        setTimeout(() => setPercent(null), hideAfterMs),
      ];
      return () => timers.forEach(clearTimeout);
    }
    const step = (stepMs / nominalMs) * 100;
    const timer = setInterval(() => setPercent((now) => Math.min(finishAbovePercent, (now ?? 0) + step)), stepMs);
    return () => clearInterval(timer);
  }, [isLoading]);
  return percent;
}
