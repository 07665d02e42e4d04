import type { Moment } from '#server/demo/stand-ins/strike.ts';
import type { CallKind, Triggers } from './trial.ts';
import type { World } from './world.ts';

/** Where the server ends, seen from the call of the moment. */
export const killName: Record<Moment, string> = {
  before: 'kill -9 before the call',
  done: 'kill -9 between call and answer',
  answered: 'kill -9 between answer and record',
};

/**
 * Ends the server at a moment of the next call of one kind, or of the next that follows another call, while something is done, and
 * starts it again.
 */
export async function struck<T>(
  { world, triggers }: { world: World; triggers: Triggers },
  { call, after, moment }: { call: CallKind; after?: CallKind; moment: Moment },
  act: () => Promise<T>,
): Promise<T> {
  const die = async () => {
    await world.kill();
    return 'lost';
  };
  let dead: Promise<void> | undefined;
  const plan = () => void (dead = triggers.once({ moment, ...call, act: die }));
  const begun = after ? triggers.once({ moment: 'done', ...after, act: plan }) : plan();
  const done = await act();
  await begun;
  await dead;
  await world.revive();
  return done;
}
