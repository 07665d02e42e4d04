import type { User } from '#contract/auth.ts';
import type { Ticket } from '#contract/support.ts';
import type { TradingAccount } from '#contract/trading.ts';
import type { Wallet } from '#contract/wallets.ts';

/** Something that waits for the client. */
export type NextStep =
  | { kind: 'verify_email'; email: string }
  | { kind: 'read_answer'; ticketId: string; subject: string }
  | { kind: 'closing'; at: string }
  | { kind: 'open_account' }
  | { kind: 'fund' };

/** What is known so far; a part that could not be loaded is undefined, and no step follows from it. */
export interface Facts {
  user: Pick<User, 'email' | 'email_verified' | 'closes_at'>;
  wallets: readonly Wallet[] | undefined;
  accounts: readonly TradingAccount[] | undefined;
  tickets: readonly Ticket[] | undefined;
}

const isEmpty = ({ balance }: { balance: string }) => !/[1-9]/.test(balance);

/** Steps in the order in which they matter. Each is gone as soon as it is done. Who leaves is asked to begin nothing. */
export function nextSteps({ user, wallets, accounts, tickets }: Facts): NextStep[] {
  const steps: NextStep[] = [];
  if (!user.email_verified) steps.push({ kind: 'verify_email', email: user.email });
  for (const { ticket_id, subject, status } of tickets ?? []) {
    if (status === 'answered') steps.push({ kind: 'read_answer', ticketId: ticket_id, subject });
  }
  if (user.closes_at !== null) return [...steps, { kind: 'closing', at: user.closes_at }];
  if (accounts?.length === 0) steps.push({ kind: 'open_account' });
  const ownsNothing = wallets?.every(isEmpty) && accounts?.every(isEmpty);
  if (ownsNothing) steps.push({ kind: 'fund' });
  return steps;
}
