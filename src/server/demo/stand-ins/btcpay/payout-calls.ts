import { z } from 'zod';
import type { Answer } from '../answer.ts';
import type { Call } from '../http-stand-in.ts';
import type { Books } from './books.ts';
import { newId, type Payout, type PullPayment } from './objects.ts';
import { payoutActs } from './payout-acts.ts';

/** Of one bitcoin, in any currency. */
const rate = 60_000;

const failure = (status: number, code: string, message: string): Answer => ({ status, body: { code, message } });
const missing = (what: string) => failure(404, `${what}-not-found`, `The ${what} was not found`);
const invalid = (error: z.ZodError): Answer => ({
  status: 422,
  body: error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
});

const decimal = z.string().regex(/^\d+(\.\d+)?$/);

/** The documented fields. */
const newPullPayment = z.strictObject({
  name: z.string().optional(),
  description: z.string().optional(),
  amount: decimal,
  currency: z.string().regex(/^[A-Z]{3,5}$/),
  autoApproveClaims: z.boolean().optional(),
  payoutMethods: z.array(z.literal('BTC-CHAIN')),
});
const newPayout = z.strictObject({
  destination: z.string().min(14).max(90),
  amount: decimal,
  payoutMethodId: z.literal('BTC-CHAIN'),
  pullPaymentId: z.string(),
  approved: z.boolean().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
const approval = z.strictObject({ revision: z.int(), rateRule: z.string().optional() });

type Run = (books: Books, id: string, call: Call) => Answer;

/** The calls of the interface, by method and path; those below a store as the path goes on there. */
const calls: [method: string, path: RegExp, run: Run][] = [
  [
    'GET',
    /^\/api\/v1\/stores\/[^/]+\/pull-payments$/,
    (books) => listed([...books.pullPayments.values()].filter(({ archived }) => !archived)),
  ],
  ['POST', /^\/api\/v1\/stores\/[^/]+\/pull-payments$/, createPullPayment],
  ['POST', /^\/api\/v1\/stores\/[^/]+\/payouts$/, createPayout],
  [
    'GET',
    /^\/api\/v1\/pull-payments\/([^/]+)\/payouts$/,
    (books, id) => (books.pullPayments.has(id) ? listed(claimsOf(books, id)) : missing('pullpayment')),
  ],
  ['DELETE', /^\/api\/v1\/pull-payments\/([^/]+)$/, archive],
  [
    'GET',
    /^\/api\/v1\/payouts\/([^/]+)$/,
    (books, id) => (books.payouts.has(id) ? listed(books.payouts.get(id)) : missing('payout')),
  ],
  ['POST', /^\/api\/v1\/payouts\/([^/]+)$/, approve],
  ['DELETE', /^\/api\/v1\/payouts\/([^/]+)$/, cancel],
];

/** Undefined for a call that is not about payouts. */
export function answerPayoutCall(books: Books, call: Call): Answer | undefined {
  for (const [verb, pattern, run] of calls) {
    const match = verb === call.method ? pattern.exec(call.url.pathname) : null;
    if (match) return run(books, decodeURIComponent(match[1] ?? ''), call);
  }
  return undefined;
}

const listed = (body: unknown): Answer => ({ status: 200, body: structuredClone(body) });

const claimsOf = (books: Books, pullId: string): Payout[] =>
  [...books.payouts.values()].filter(({ pullPaymentId }) => pullPaymentId === pullId);

function createPullPayment(books: Books, _: string, { body, url }: Call): Answer {
  const asked = newPullPayment.safeParse(JSON.parse(body));
  if (!asked.success) return invalid(asked.error);
  const { name = '', amount, currency, autoApproveClaims = false } = asked.data;
  const id = newId();
  const viewLink = `${url.origin}/pull-payments/${id}`;
  const made: PullPayment = { id, name, currency, amount, autoApproveClaims, archived: false, viewLink };
  books.pullPayments.set(id, made);
  return listed(made);
}

/** No more than the budget is claimed of it; what was cancelled is free again. */
function createPayout(books: Books, _: string, { body }: Call): Answer {
  const asked = newPayout.safeParse(JSON.parse(body));
  if (!asked.success) return invalid(asked.error);
  const { destination, amount, pullPaymentId, approved = false, metadata = {} } = asked.data;
  const pull = books.pullPayments.get(pullPaymentId);
  if (!pull) return missing('pullpayment');
  if (pull.archived) return failure(400, 'archived', 'This pull payment has been archived');
  const claimed = claimsOf(books, pull.id)
    .filter(({ state }) => state !== 'Cancelled')
    .reduce((sum, { originalAmount }) => sum + Number(originalAmount), 0);
  if (claimed + Number(amount) > Number(pull.amount) + 1e-9)
    return failure(400, 'overdraft', 'The payout amount overdrafts the pull payment');
  const made: Payout = {
    id: newId(),
    revision: 0,
    pullPaymentId,
    date: books.now(),
    destination,
    originalCurrency: pull.currency,
    originalAmount: amount,
    payoutCurrency: 'BTC',
    payoutAmount: null,
    payoutMethodId: 'BTC-CHAIN',
    state: 'AwaitingApproval',
    paymentProof: null,
    metadata,
  };
  books.payouts.set(made.id, made);
  books.emitPayout('PayoutCreated', made);
  if (approved) fixRate(books, made);
  return listed(made);
}

function approve(books: Books, id: string, { body }: Call): Answer {
  const payout = books.payouts.get(id);
  if (!payout) return missing('payout');
  const asked = approval.safeParse(JSON.parse(body));
  if (!asked.success) return invalid(asked.error);
  if (payout.state !== 'AwaitingApproval') return failure(400, 'invalid-state', 'The payout is not in the right state');
  if (payout.revision !== asked.data.revision)
    return failure(400, 'old-revision', "The payout's revision is not the last one");
  fixRate(books, payout);
  return listed(payout);
}

function fixRate(books: Books, payout: Payout): void {
  payout.payoutAmount = (Number(payout.originalAmount) / rate).toFixed(8);
  payout.state = 'AwaitingPayment';
  books.emitPayout('PayoutApproved', payout);
}

function cancel(books: Books, id: string): Answer {
  const payout = books.payouts.get(id);
  if (!payout) return missing('payout');
  if (payout.state === 'Completed') return failure(400, 'invalid-state', 'The payout is not in the right state');
  payoutActs.cancel(books, payout);
  return { status: 200, body: '' };
}

function archive(books: Books, id: string): Answer {
  const pull = books.pullPayments.get(id);
  if (!pull) return missing('pullpayment');
  pull.archived = true;
  for (const payout of claimsOf(books, id))
    if (payout.state === 'AwaitingApproval' || payout.state === 'AwaitingPayment') payoutActs.cancel(books, payout);
  return { status: 200, body: '' };
}
