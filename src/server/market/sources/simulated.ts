import { Big } from 'big.js';
import { instruments, type Course } from '../instruments.ts';
import { isOpenAt, lastOpenAt } from '../sessions.ts';
import { simulatedPrice } from '../simulated-price.ts';
import { intervalMs, type Bar, type Source } from './source.ts';

/** Number of samples of the path in a bar. */
const samples = 20;

/** A simulated market: a pure function of the secret seed, the symbol and the time, the same in every instance. */
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
      return Array.from({ length: count }, (_, index) => new Date(firstMs + index * lengthMs)).flatMap((at) => {
        const instants = Array.from({ length: samples }, (_, n) => new Date(at.getTime() + (n * lengthMs) / samples));
        const open = instants.filter((each) => each <= now && isOpenAt(course.sessions, each));
        return barOf(
          at,
          open.map((each) => ({ at: each, bid: bidOf(symbol, course, each) })),
        );
      });
    },
  };
}

/** No bar where no price was received. */
function barOf(at: Date, received: { at: Date; bid: string }[]): Bar[] {
  const [first, last] = [received[0], received.at(-1)];
  if (!first || !last) return [];
  const high = received.reduce((max, { bid }) => (new Big(bid).gt(max) ? bid : max), first.bid);
  const low = received.reduce((min, { bid }) => (new Big(bid).lt(min) ? bid : min), first.bid);
  return [{ at, open: first.bid, high, low, close: last.bid, receivedAt: last.at }];
}
