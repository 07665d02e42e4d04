import type { EconomicEvent } from '#contract/market/economy.ts';
import type { Language } from '#contract/kernel/languages.ts';

/** An event from a source: with a fixed title, or with the key of a text of ours. */
export type CalendarEvent = Omit<EconomicEvent, 'at' | 'title'> & {
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
   * Events from an instant on and before another, in any order. Ours are computed; an external source is called.
   * @throws Error when it does not respond, or not in the agreed form
   */
  read(span: Span): Promise<CalendarEvent[]>;
}
