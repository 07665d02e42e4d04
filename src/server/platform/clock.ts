/** The product's own clock: every rule asks it for the time, so that a test or a demo can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that is fixed until it is moved; for tests. */
export function movableClock(start: Date = new Date()): Clock & { advance(ms: number): void } {
  let at = start.getTime();
  return { now: () => new Date(at), advance: (ms) => void (at += ms) };
}
