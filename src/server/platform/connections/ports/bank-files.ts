import type { Outcome, Probe } from '../outcome.ts';

/** A folder at the bank for payment orders, and one in which the bank leaves status reports and statements. */
export interface BankFiles {
  test(): Promise<Probe>;
  /** Whether deposits that match a statement of this bank exactly are credited. */
  creditsExact: boolean;
  /**
   * Puts an order where the bank fetches it. What is there under the name is never replaced: the same content is done, other
   * content is refused.
   * @param again an earlier attempt may have reached the bank. Then an order that is not there any more is `gone` and not put
   * again: the bank may have taken it away.
   */
  put(name: string, content: Buffer, how: { again: boolean }): Promise<Outcome<'there' | 'gone'>>;
  /** What the bank has left, in any order. */
  list(): Promise<Outcome<BankLeftFile[]>>;
  /**
   * Gives the content of a file as it arrives.
   * @throws Error when the connection breaks off
   */
  read<T>(name: string, take: (content: AsyncIterable<Buffer>) => Promise<T>): Promise<T>;
}

export interface BankLeftFile {
  name: string;
  size: number;
  /** Another one when the content is another. */
  version: string;
  at: Date;
}
