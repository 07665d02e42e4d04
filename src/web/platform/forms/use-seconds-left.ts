import { useEffect, useState } from 'react';

const secondMs = 1000;

const secondsUntil = (endsAt: number | undefined) =>
  endsAt === undefined ? 0 : Math.max(0, Math.ceil((endsAt - performance.now()) / secondMs));

/** Whole seconds until `endsAt` on the clock of `performance.now()`; counts down to 0 and stays there. */
export function useSecondsLeft(endsAt: number | undefined): number {
  const [, tick] = useState(0);
  useEffect(() => {
    if (endsAt === undefined) return;
    const timer = setInterval(() => {
      tick((count) => count + 1);
      if (secondsUntil(endsAt) === 0) clearInterval(timer);
    }, secondMs / 4);
    return () => clearInterval(timer);
  }, [endsAt]);
  return secondsUntil(endsAt);
}
