import type { CommonLie } from '#server/demo/stand-ins/http-stand-in.ts';
import type { Strike } from '#server/demo/stand-ins/strike.ts';
import type { CallKind } from '../trial.ts';

/** Lies of the stand-in of every payout provider. */
export type RailLie =
  | CommonLie
  | 'in_progress'
  | 'too_many'
  | 'made_but_refused'
  | 'twice'
  | 'not_listed'
  | 'five_times'
  | 'newest_first'
  | 'lost'
  | 'forged';

/** What happens to a payout at every provider. */
export type RailAct = 'pay_another' | 'return' | 'return_less';

/** A payout provider with its stand-in, in the words that trials of every rail use. */
export interface Rail<Act extends string = string, Lie extends string = string> {
  standIn: {
    delivery: {
      hook: string | null;
      answers: ReadonlyMap<string, number[]>;
      settled(): Promise<void>;
      flush(): void;
    };
    lie(name: Lie | RailLie, times?: number): void;
    honest(): void;
    act(id: string, act: Act | RailAct): void;
    onStrike(strike: Strike): void;
    close(): Promise<void>;
  };
  /** The call that pays, and the one by which payouts are found. */
  calls: { send: CallKind; read: CallKind } & Record<string, CallKind>;
  /** Where a client has to live, if that matters. */
  country?: string;
  /** Where a client wants the money, as it is entered. */
  destination: object;
  /** What has to happen until a payout has arrived, and how many events that makes. */
  arrival: { act: Act; events: number };
  /** What has arrived never comes back, so that nothing is to be tried about it. */
  isFinal?: boolean;
  /** The payouts that bear our reference, the earliest first. */
  madeOf(reference: string): string[];
  /** Whether nothing has happened to a payout yet. */
  isNew(id: string): boolean;
  /** By our reference: what has left the provider and has not come back. */
  net(): Map<string, bigint>;
  /** Announces a payout that Atrium has not ordered. */
  announceUnknown(id: string): void;
}
