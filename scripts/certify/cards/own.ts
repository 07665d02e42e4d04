import type { Trial } from '../trial.ts';
import type { CardPath } from './path.ts';
import { delivered } from './runs.ts';

/** How a provider of cards names its own lies. */
export function ownTrials<Lie extends string>(path: CardPath<Lie>) {
  const trial = (name: string, run: Trial['run'], at = 'credit'): Trial => ({ path: at, name, kind: 'own', run });
  /** One whose lie is about the delivery of its events. */
  const sent = (name: string, lie: Lie, times: number, answer?: number) =>
    trial(name, () => delivered(path, { lie, times, ...(answer !== undefined && { answer }) }));
  return { trial, sent };
}
