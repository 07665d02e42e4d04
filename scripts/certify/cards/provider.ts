import type { CommonLie } from '#server/demo/stand-ins/http-stand-in.ts';
import type { CallKind } from '../trial.ts';

/** What happens at the payer's or the bank's side of every provider. */
export type CardAct =
  | 'pay'
  | 'underpay'
  | 'pay_otherwise'
  | 'dispute'
  | 'dispute_withdrawn'
  | 'dispute_won'
  | 'refund_fails';

/** Where the payer pays, at the provider. */
export interface Page {
  id: string;
  isOpen: boolean;
}

/** A provider of payments on its own page, as trials drive its stand-in. */
export interface CardProvider<Lie extends string = string> {
  method: 'card' | 'crypto';
  /** Where the calls of the adapter go; without `refund`, staff send refunds themselves. */
  calls: { order: CallKind; read: CallKind; refund?: CallKind; disputes?: CallKind };
  /** Whether it knows a card again, so that withdrawals go back to it. */
  knowsCards?: true;
  /** Whether its events lead to a reading; else what they say is signed, and only a return of the client does. */
  readsAtEvents: boolean;
  lie(name: Lie | CommonLie, times?: number): void;
  honest(): void;
  act(page: string, act: CardAct): void;
  pagesOf(reference: string): Page[];
  /** Lets a page be paid, or not any more, without a word. */
  setOpen(page: string, isOpen: boolean): void;
  refundsOf(page: string): number;
  delivery: {
    settled(): Promise<void>;
    flush(): void;
    /** The status of each delivery, by event. */
    answers: ReadonlyMap<string, number[]>;
  };
  /** Sends again what was said about a page. */
  replay(page: string): void;
  /** Says something about a payment that there is not; returns the words by which its event is known in the inbox. */
  sayUnknown(): string;
  /** By our reference: what came, less refunds that did not fail, and with what disputes took. */
  net(): Map<string, bigint>;
}
