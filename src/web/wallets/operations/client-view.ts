import type { OpenedOperation } from '#contract/wallets/endpoints.ts';

type Posting = OpenedOperation['postings'][number];

export interface PostingLine extends Posting {
  /** Whether an account of the client changed; the other lines say what the change is made of. */
  isOwn: boolean;
}

const ownAccounts = new Set<Posting['account']>(['wallet_available', 'wallet_held', 'trading']);

/**
 * The postings as the client sees them: first what their accounts gained or lost, then what that is made of. The ledger keeps
 * the other side with the sign of the firm, for which a fee is a gain; for the client it is a cost.
 */
export function clientView(postings: readonly Posting[]): PostingLine[] {
  const lines = postings.map((posting) => ({ ...posting, isOwn: ownAccounts.has(posting.account) }));
  return [
    ...lines.filter(({ isOwn }) => isOwn),
    ...lines.filter(({ isOwn }) => !isOwn).map((line) => ({ ...line, amount: opposite(line.amount) })),
  ];
}

function opposite(amount: string): string {
  if (!/[1-9]/.test(amount)) return amount;
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}
