import type { User } from '#contract/auth/endpoints.ts';
import type { Offering } from '#contract/ipo/records.ts';
import type { Payment } from '#contract/payments/endpoints.ts';
import type { Ticket } from '#contract/support/endpoints.ts';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import type { VerificationShown } from '#contract/verification/endpoints.ts';
import type { Wallet } from '#contract/wallets/endpoints.ts';

/** A task of the client. */
export type NextStep =
  | { kind: 'verify_email'; email: string }
  | { kind: 'confirm_withdrawal' | 'pay_deposit'; paymentId: string; number: string }
  | { kind: 'reconfirm'; applicationId: string; issuer: string; at: string }
  | { kind: 'read_answer'; ticketId: string; subject: string }
  | { kind: 'send_document' }
  | { kind: 'closing'; at: string }
  | { kind: 'verify' }
  | { kind: 'open_account' }
  | { kind: 'fund' };

/** What is known so far; a part that could not be loaded is undefined, and no step follows from it. */
export interface Facts {
  user: Pick<User, 'email' | 'email_verified' | 'closes_at' | 'may_deal'>;
  wallets: readonly Wallet[] | undefined;
  accounts: readonly TradingAccount[] | undefined;
  tickets: readonly Ticket[] | undefined;
  payments: readonly Payment[] | undefined;
  offerings: readonly Offering[] | undefined;
  verification: Pick<VerificationShown, 'level' | 'levels' | 'set_by_hand' | 'kinds'> | undefined;
}

const isEmpty = ({ balance }: { balance: string }) => !/[1-9]/.test(balance);

/**
 * Steps in order of importance. Each is gone as soon as it is done. A client who leaves gets no new ones, nor do staff who
 * may not deal.
 */
export function nextSteps({ user, wallets, accounts, tickets, payments, offerings, verification }: Facts): NextStep[] {
  const steps: NextStep[] = [];
  if (!user.email_verified) steps.push({ kind: 'verify_email', email: user.email });
  steps.push(...(offerings ?? []).flatMap(reconfirmation), ...(payments ?? []).flatMap(unfinishedPayment));
  for (const { ticket_id, subject, status } of tickets ?? []) {
    if (status === 'answered') steps.push({ kind: 'read_answer', ticketId: ticket_id, subject });
  }
  if (user.closes_at !== null) return [...steps, { kind: 'closing', at: user.closes_at }];
  if (!user.may_deal) return steps;
  steps.push(...(verification ? verificationSteps(verification) : []));
  if (accounts?.length === 0) steps.push({ kind: 'open_account' });
  const ownsNothing = wallets?.every(isEmpty) && accounts?.every(isEmpty);
  if (ownsNothing && mayDeposit(verification)) steps.push({ kind: 'fund' });
  return steps;
}

function reconfirmation({ issuer, mine, confirm_until: at }: Offering): NextStep[] {
  if (mine?.state !== 'reconfirm_required' || !at) return [];
  return [{ kind: 'reconfirm', applicationId: mine.application_id, issuer, at }];
}

function unfinishedPayment({ id, number, state }: Payment): NextStep[] {
  if (state === 'awaiting_confirmation') return [{ kind: 'confirm_withdrawal', paymentId: id, number }];
  if (state === 'awaiting_payment') return [{ kind: 'pay_deposit', paymentId: id, number }];
  return [];
}

/** A document to send again, or what the next level still needs; what is pending with staff is no step. */
function verificationSteps({ level, levels, set_by_hand, kinds }: NonNullable<Facts['verification']>): NextStep[] {
  const mustSend = kinds.some(
    ({ status, open, requested: pending }) =>
      open && (status === 'rejected' || status === 'expired' || pending !== null),
  );
  if (mustSend) return [{ kind: 'send_document' }];
  const next = levels.find((each) => each.level === level + 1);
  const isOpen = next?.needs.some(({ need, state }) => state === 'open' && need !== 'email') ?? false;
  return isOpen && !set_by_hand ? [{ kind: 'verify' }] : [];
}

/** Whether the level allows it; as long as that is unknown, the deposit screen says so. */
const mayDeposit = (verification: Facts['verification']) =>
  verification?.levels.find(({ level }) => level === verification.level)?.deposit.allowed ?? true;
