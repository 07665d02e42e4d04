/** Judged over so long. */
const windowMs = 300_000;
/** Fewer calls than that say nothing. */
const fewest = 5;
/** Then one call finds out whether it works again. */
const pauseMs = 30_000;

/** Stops calls to a provider that fails: more than half of those of five minutes. Each process judges by its own calls. */
export interface Breaker {
  /** Whether a call may go through; one that may, must report how it ended. */
  admits(at: Date): boolean;
  report(ok: boolean, at: Date): void;
  isOpen(at: Date): boolean;
}

export function openBreaker(): Breaker {
  let calls: { at: number; ok: boolean }[] = [];
  let openUntil = 0;
  let isTrying = false;

  function report(ok: boolean, at: Date): void {
    const now = at.getTime();
    if (openUntil > 0) {
      isTrying = false;
      if (!ok) {
        openUntil = now + pauseMs;
        return;
      }
      openUntil = 0;
      calls = [];
    }
    calls = [...calls.filter((call) => call.at > now - windowMs), { at: now, ok }].slice(-1000);
    const failed = calls.filter((call) => !call.ok).length;
    if (calls.length >= fewest && failed * 2 > calls.length) openUntil = now + pauseMs;
  }

  return {
    report,
    isOpen: (at) => openUntil > at.getTime(),
    admits(at) {
      if (openUntil === 0) return true;
      if (openUntil > at.getTime() || isTrying) return false;
      isTrying = true;
      return true;
    },
  };
}
