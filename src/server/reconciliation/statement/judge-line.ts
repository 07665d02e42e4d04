import type { LineDoubt } from '#contract/reconciliation/names.ts';
import type { PaymentState } from '#contract/payments/names.ts';
import type { AccountOwner } from '#server/payments/client-ibans/owner.ts';
import type { BankAccount } from '#server/payments/bank-files/bank-account.ts';
import { isNameOnCard, isSameName } from '#server/payments/bank-files/bank-text.ts';
import { isWrittenFor } from '#server/payments/operator-account/same-account.ts';
import { daysApart, type StatementEntry } from './line-row.ts';

/** A payment that a line may be. */
export interface Candidate {
  id: string;
  kind: 'deposit' | 'withdrawal';
  state: PaymentState;
  /** What the bank moves: of a withdrawal without its fee. */
  amountMinor: bigint;
  /**
   * Whether the line names it: a deposit by the reference that was drawn for it, a withdrawal by the id under which we sent
   * it; by the own account of its client; or by its number alone, which follows that of another payment. Null for one that
   * only has the amount.
   */
  namedBy: 'reference' | 'account' | 'number' | null;
  clientId: string;
  /** Of its client. */
  firstName: string;
  secondName: string;
  fullName: string;
  /** The account that the client was shown; null where none was. */
  account: BankAccount | null;
  /** The account of all, where that was the client’s own: with the reference, the money may come there too. */
  sharedAccount: BankAccount | null;
  /** What the bank called the money, where staff or a line have said so. */
  bankReference: string | null;
  /** The day (UTC) on which it reached its state. */
  changedOn: string;
  /** Whether another line stands for it already. */
  isTaken: boolean;
}

/** `exact`: it is this payment and nothing speaks against it. `booked`: it is, and the books have it. */
export type Verdict =
  | { as: 'exact' | 'booked'; candidate: Candidate; confidence: number; doubt: null }
  | { as: 'likely'; candidate: Candidate; confidence: number; doubt: LineDoubt }
  /** It is its client’s, who has announced none. */
  | { as: 'unannounced'; owner: AccountOwner }
  | { as: 'unknown' };

type Line = Pick<
  StatementEntry,
  'amountMinor' | 'name' | 'account' | 'receiver' | 'on' | 'bankReference' | 'isReversal' | 'isReturned'
> & {
  /** Of the account on which it arrived. */
  owner: AccountOwner | null;
};

/** What each agreement is worth, in percent. A reference is drawn at random, so it says most. */
const worth = {
  reference: 60,
  account: 60,
  number: 20,
  amount: 25,
  name: { same: 15, alike: 10, unsaid: 5, other: 0 },
};

/** Says which of the payments a line is, how sure that is, and what speaks against it. The payments are of its currency. */
export function judgeLine(line: Line, candidates: readonly Candidate[]): Verdict {
  const [best, next] = rank(line, candidates);
  if (!best) return line.owner && line.amountMinor > 0n ? { as: 'unannounced', owner: line.owner } : { as: 'unknown' };
  const { candidate, confidence } = best;
  const isTie = next !== undefined && next.confidence === confidence;
  const isNamedTwice = candidates.filter(({ namedBy }) => namedBy !== null).length > 1;
  if (isBooked(line, candidate) && !isTie) return { as: 'booked', candidate, confidence, doubt: null };
  const doubt = isTie || isNamedTwice ? 'several' : doubtOf(line, candidate);
  return doubt === null
    ? { as: 'exact', candidate, confidence, doubt }
    : { as: 'likely', candidate, confidence, doubt };
}

/** The candidates with their confidence, the likeliest first. */
export function rank(line: Line, candidates: readonly Candidate[]) {
  return candidates
    .map((candidate) => ({ candidate, confidence: confidenceOf(line, candidate) }))
    .toSorted((a, b) => b.confidence - a.confidence || Number(b.candidate.id > a.candidate.id) - 1);
}

const isSameAmount = ({ amountMinor }: Line, candidate: Candidate): boolean =>
  candidate.amountMinor === (amountMinor < 0n ? -amountMinor : amountMinor);

type ClientName = Pick<Candidate, 'firstName' | 'secondName' | 'fullName'>;

/** A card may bear initials, and a transfer the name of a company or of two people: alike is not the same. */
function nameOf(
  { name }: Pick<Line, 'name'>,
  { firstName, secondName, fullName }: ClientName,
): keyof typeof worth.name {
  if (name === null) return 'unsaid';
  if (isSameName(name, fullName)) return 'same';
  return isNameOnCard(name, [firstName, secondName]) ? 'alike' : 'other';
}

const confidenceOf = (line: Line, candidate: Candidate): number =>
  (candidate.namedBy === null ? 0 : worth[candidate.namedBy]) +
  (isSameAmount(line, candidate) ? worth.amount : 0) +
  worth.name[nameOf(line, candidate)];

/**
 * Whether the books have this very money. A client may pay again under an old reference: what was booked long ago, or as
 * another entry of the bank, is not it.
 */
function isBooked(line: Line, candidate: Candidate): boolean {
  const { state, kind, namedBy, isTaken, bankReference, changedOn } = candidate;
  const days = Math.abs(Date.parse(line.on) - Date.parse(changedOn)) / 86_400_000;
  const isOther = bankReference !== null && line.bankReference !== null && bankReference !== line.bankReference;
  return (
    (state === 'credited' || state === 'completed') &&
    namedBy !== null &&
    !isTaken &&
    isOwners(line, candidate) &&
    (kind === 'withdrawal' || nameOf(line, candidate) !== 'other') &&
    days <= daysApart &&
    !isOther &&
    isDirect(line, candidate) &&
    isSameAmount(line, candidate)
  );
}

/** An account that belongs to one client takes no money of another one. */
const isOwners = ({ owner }: Line, { clientId }: Candidate): boolean => owner === null || owner.clientId === clientId;

/** Whether the line moves money the way that the payment does: a deposit in, a withdrawal out. */
const isDirect = ({ amountMinor, isReversal, isReturned }: Line, { kind }: Candidate): boolean =>
  !isReversal && !isReturned && (kind === 'deposit') === amountMinor > 0n;

/** The gravest reason to leave a line to staff; null where there is none. */
export function doubtOf(line: Line, candidate: Candidate): LineDoubt | null {
  const { kind, state, namedBy, isTaken, account, sharedAccount } = candidate;
  const isDeposit = kind === 'deposit';
  if (!isDirect(line, candidate)) return isDeposit ? 'reversal' : 'returned';
  if (!isOwners(line, candidate)) return 'other_client';
  if (isTaken || bookedStates.has(state)) return 'booked_before';
  if (isDeposit ? state !== 'awaiting_payment' && state !== 'under_review' : endedStates.has(state)) return 'ended';
  if (!isDeposit && state !== 'sent') return 'not_sent';
  if (!isSameAmount(line, candidate)) return 'amount';
  if (namedBy === 'number' || namedBy === null) return 'no_reference';
  // Whom we pay is whom we named to the bank.
  if (!isDeposit) return null;
  const name = doubtOfName(line, candidate);
  if (name !== null || line.owner) return name;
  const written = line.account || line.receiver || '';
  const isOurs = (of: BankAccount | null) => written === '' || (of !== null && isWrittenFor(written, of));
  return isOurs(account) || isOurs(sharedAccount) ? null : 'account';
}

/** Why the payer may be another person than the client. */
export function doubtOfName(line: Pick<Line, 'name'>, client: ClientName): LineDoubt | null {
  const name = nameOf(line, client);
  return name === 'same' ? null : name === 'unsaid' ? 'no_name' : 'name';
}

const bookedStates: ReadonlySet<PaymentState> = new Set([
  'credited',
  'completed',
  'refunded',
  'charged_back',
  'reversed',
]);
const endedStates: ReadonlySet<PaymentState> = new Set(['cancelled', 'expired', 'rejected', 'failed']);
