import { z } from 'zod';
import type { Answer } from '../answer.ts';
import type { Call } from '../http-stand-in.ts';
import { acts, makeRefund } from './acts.ts';
import type { Books } from './books.ts';
import { newLinkId, newPspReference } from './objects.ts';

/** An error as Adyen documents it. */
export const failure = (status: number, errorCode: string, message: string): Answer => ({
  status,
  body: {
    status,
    errorCode,
    message,
    errorType: status === 422 ? 'validation' : 'security',
    pspReference: newPspReference(),
  },
});

const amount = z.strictObject({ value: z.int().min(1), currency: z.string().regex(/^[A-Z]{3}$/) });

/** The documented fields that a link may be made with. */
const newLink = z.strictObject({
  allowedPaymentMethods: z.array(z.string()).optional(),
  amount,
  captureDelayHours: z.int().optional(),
  countryCode: z.string().max(100).optional(),
  description: z.string().max(280).optional(),
  manualCapture: z.boolean().optional(),
  merchantAccount: z.string(),
  reference: z.string().max(80),
  returnUrl: z.url().max(8000).optional(),
  reusable: z.boolean().optional(),
  shopperEmail: z.string().max(500).optional(),
  shopperLocale: z
    .string()
    .regex(/^[a-z]{2}(-[A-Z]{2})?$/)
    .optional(),
});

const newRefund = z.strictObject({ amount, merchantAccount: z.string(), reference: z.string().max(80).optional() });

type Run = (books: Books, id: string, body: unknown, base: string) => Answer;

/** The calls of the interface, by method and path; the group of a pattern is what a call is about. */
const calls: [method: string, path: RegExp, run: Run][] = [
  ['POST', /^\/v72\/paymentMethods$/, (books, _, body) => listMethods(books, body)],
  ['POST', /^\/v72\/paymentLinks$/, (books, _, body, base) => createLink(books, body, base)],
  ['GET', /^\/v72\/paymentLinks\/([^/]+)$/, (books, id) => readLink(books, id)],
  ['PATCH', /^\/v72\/paymentLinks\/([^/]+)$/, (books, id, body) => expireLink(books, id, body)],
  ['POST', /^\/v72\/payments\/([^/]+)\/refunds$/, (books, id, body) => refund(books, id, body)],
];

export function answerCall(books: Books, { method, url }: Call, body: unknown, base: string): Answer {
  for (const [verb, pattern, run] of calls) {
    const match = verb === method ? pattern.exec(url.pathname) : null;
    if (match) return run(books, match[1] ?? '', body, base);
  }
  return failure(404, '000', 'HTTP Status Response - Not Found');
}

const wrongAccount = () => failure(403, '901', 'Invalid Merchant Account');
const wrongForm = (error: z.ZodError) =>
  failure(422, '702', `Structure of the request is wrong: ${error.issues[0]?.path.join('.')}`);

function listMethods(books: Books, body: unknown): Answer {
  const asked = z.object({ merchantAccount: z.string() }).safeParse(body);
  if (asked.data?.merchantAccount !== books.account) return wrongAccount();
  return {
    status: 200,
    body: {
      paymentMethods: [
        { name: 'Cards', type: 'scheme' },
        { name: 'iDEAL', type: 'ideal' },
      ],
    },
  };
}

function createLink(books: Books, body: unknown, base: string): Answer {
  const asked = newLink.safeParse(body);
  if (!asked.success) return wrongForm(asked.error);
  if (asked.data.merchantAccount !== books.account) return wrongAccount();
  const id = newLinkId();
  const { allowedPaymentMethods: _, captureDelayHours: __, countryCode: ___, ...kept } = asked.data;
  books.links.set(id, {
    ...kept,
    id,
    expiresAt: new Date((books.now() + 86_400) * 1000).toISOString(),
    reusable: kept.reusable ?? false,
    status: 'active',
    url: `${base}/pay/${id}`,
  } as Parameters<typeof books.links.set>[1]);
  return { status: 201, body: structuredClone(books.linkOf(id)) };
}

const noLink = () => failure(422, '1001', 'Payment link not found');

/** A link expires by the clock of the stand-in. */
function readLink(books: Books, id: string): Answer {
  const link = books.links.get(id);
  if (!link) return noLink();
  if (link.status === 'active' && Date.parse(link.expiresAt) <= books.now() * 1000) acts.expire(books, link);
  return { status: 200, body: link };
}

function expireLink(books: Books, id: string, body: unknown): Answer {
  const link = books.links.get(id);
  if (!link) return noLink();
  if (!z.strictObject({ status: z.literal('expired') }).safeParse(body).success)
    return failure(422, '702', 'A link can only be expired');
  if (link.status !== 'active') return failure(422, '1002', `The link is ${link.status}`);
  acts.expire(books, link);
  return { status: 200, body: link };
}

function refund(books: Books, id: string, body: unknown): Answer {
  const asked = newRefund.safeParse(body);
  if (!asked.success) return wrongForm(asked.error);
  const { amount: wanted, merchantAccount, reference = '' } = asked.data;
  if (merchantAccount !== books.account) return wrongAccount();
  const payment = books.payments.get(id);
  if (!payment) return failure(422, '167', 'Original pspReference required for this operation');
  const before = [...books.refunds.values()].filter((each) => each.payment === id && !each.isFailed);
  const left = payment.amount.value - before.reduce((sum, each) => sum + each.amount.value, 0);
  if (payment.isLost || wanted.currency !== payment.amount.currency || wanted.value > left)
    return failure(422, '137', 'Invalid amount specified');
  const made = makeRefund(books, books.linkOf(payment.linkId), payment, { amount: wanted, reference });
  return {
    status: 201,
    body: {
      amount: wanted,
      merchantAccount,
      paymentPspReference: id,
      pspReference: made.pspReference,
      reference,
      status: 'received',
    },
  };
}
