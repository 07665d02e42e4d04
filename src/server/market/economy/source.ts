import type { EconomicEvent } from '#contract/economy.ts';
import type { Language } from '#contract/languages.ts';

/** An event as a source tells it: named once for all, or by a text of ours. */
export type ToldEvent = Omit<EconomicEvent, 'at' | 'title'> & {
  at: Date;
  title: (language: Language) => string;
};

export interface Span {
  from: Date;
  to: Date;
}

/** Where the economic calendar comes from. */
export interface EconomicSource {
  simulated: boolean;
  /**
   * Events from an instant on and before another, in any order. Ours are computed; one elsewhere is asked.
   * @throws Error when it does not answer, or not what was agreed
   */
  read(span: Span): Promise<ToldEvent[]>;
}
