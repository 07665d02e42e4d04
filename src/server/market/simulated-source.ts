import { Big } from 'big.js';
import { instruments, type Course } from './instruments.ts';
import { isOpenAt, lastOpenAt } from './sessions.ts';
import { simulatedPrice } from './simulated-price.ts';
import { intervalMs, type Bar, type Source } from './source.ts';

/** So often is a bar's path looked at. */
const samples = 20;

/** A market without one: a pure function of the secret seed, the symbol and the time, the same in every instance. */
export function simulatedSource(seed: string): Source {
  const courseOf = (symbol: string): Course | undefined => (instruments as Record<string, Course>)[symbol];
  const bidOf = (symbol: string, course: Course, at: Date) =>
    simulatedPrice({ seed, name: symbol }, course, at).toFixed(course.digits);
  return {
    simulated: true,
    start() {},
    async stop() {},
    latest(symbol, now) {
      const course = courseOf(symbol);
      if (!course) return undefined;
      const bid = bidOf(symbol, course, now);
      const ask = new Big(bid).plus(course.spread).toFixed(course.digits);
      return { bid, ask, at: lastOpenAt(course.sessions, now) };
    },
    bidAt(symbol, at) {
      const course = courseOf(symbol);
      return course && bidOf(symbol, course, at);
    },
    bars(symbol, interval, { from, to, now }) {
      const course = courseOf(symbol);
      if (!course) return [];
      const lengthMs = intervalMs[interval];
      const firstMs = Math.ceil(from.getTime() / lengthMs) * lengthMs;
      const count = Math.max(0, Math.ceil((Math.min(to.getTime(), now.getTime() + 1) - firstMs) / lengthMs));
      return Array.from({ length: count }, (_, place) => new Date(firstMs + place * lengthMs)).flatMap((at) => {
        const heard = Array.from({ length: samples }, (_, n) => new Date(at.getTime() + (n * lengthMs) / samples));
        const open = heard.filter((each) => each <= now && isOpenAt(course.sessions, each));
        return barOf(
          at,
          open.map((each) => ({ at: each, bid: bidOf(symbol, course, each) })),
        );
      });
    },
  };
}

/** No bar where nothing was heard. */
function barOf(at: Date, heard: { at: Date; bid: string }[]): Bar[] {
  const [first, last] = [heard[0], heard.at(-1)];
  if (!first || !last) return [];
  const high = heard.reduce((most, { bid }) => (new Big(bid).gt(most) ? bid : most), first.bid);
  const low = heard.reduce((least, { bid }) => (new Big(bid).lt(least) ? bid : least), first.bid);
  return [{ at, open: first.bid, high, low, close: last.bid, heardAt: last.at }];
}
