import { useEffect, useState } from 'react';

/** Counts whole seconds down to zero, from now and after each `restart`. */
export function useWait(seconds: number) {
  const [secondsLeft, setSecondsLeft] = useState(seconds);
  const isOver = secondsLeft === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setSecondsLeft((left) => Math.max(0, left - 1)), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return { secondsLeft, restart: () => setSecondsLeft(seconds) };
}
