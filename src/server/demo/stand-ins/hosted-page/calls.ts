import { z } from 'zod';
import type { Answer } from '../answer.ts';
import type { Call } from '../http-stand-in.ts';
import { acts, makeRefund } from './acts.ts';
import type { Books } from './books.ts';
import { newId, type Payment } from './objects.ts';

export const failure = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message },
});

const money = { amount: z.int().positive(), currency: z.string().regex(/^[A-Z]{3}$/) };
const ref = z.string().regex(/^[A-Z0-9]{6,16}$/);

const newPayment = z.strictObject({
  ref,
  ...money,
  text: z.string().max(200),
  return_url: z.url(),
  expires: z.iso.datetime(),
  payer: z.strictObject({
    email: z.email(),
    country: z.string().regex(/^[A-Z]{2}$/),
    language: z.string().regex(/^[a-z]{2}$/),
  }),
});
const newRefund = z.strictObject({ ref, payment_ref: ref, ...money });
const cancellation = z.strictObject({ id: z.string() });

interface Asked {
  call: Call;
  base: string;
}

const calls: Record<string, (books: Books, asked: Asked) => Answer> = {
  'POST /payments': createPayment,
  'GET /payments': findPayment,
  'POST /cancellations': cancelPayment,
  'POST /refunds': createRefund,
  'GET /changes': listChanges,
};

export function answerCall(books: Books, asked: Asked): Answer {
  const { method, url } = asked.call;
  const run = calls[`${method} ${url.pathname}`];
  return run ? run(books, asked) : failure(404, 'not_found', 'There is no such call');
}

const wrongForm = ({ issues: [first] }: z.ZodError) =>
  failure(422, 'form', `${first?.path.join('.')}: ${first?.message}`);

function createPayment(books: Books, { call: { body }, base }: Asked): Answer {
  const asked = newPayment.safeParse(JSON.parse(body));
  if (!asked.success) return wrongForm(asked.error);
  const { ref: reference, amount, currency, return_url: returnUrl, expires, payer } = asked.data;
  if (books.byRef(reference)) return failure(422, 'other_content', 'The reference was used for another order');
  const id = newId('pay');
  const payment: Payment = {
    id,
    ref: reference,
    status: 'open',
    live: false,
    amount,
    currency,
    page: `${base}/pay/${id}`,
    paid: null,
    paid_with: null,
    suspect: false,
    refunds: [],
    chargebacks: [],
  };
  books.payments.set(id, { payment, returnUrl, language: payer.language, expires });
  return { status: 201, body: structuredClone(payment) };
}

/** A payment expires by the clock of the stand-in. */
function findPayment(books: Books, { call: { url } }: Asked): Answer {
  const [id, reference] = [url.searchParams.get('id'), url.searchParams.get('ref')];
  const found = id === null ? books.byRef(reference ?? '') : books.payments.get(id)?.payment;
  if (!found) return failure(404, 'unknown', 'There is no such payment');
  const expires = books.payments.get(found.id)?.expires ?? '';
  if (found.status === 'open' && Date.parse(expires) <= books.now() * 1000) acts.expire(books, found);
  return { status: 200, body: structuredClone(found) };
}

function cancelPayment(books: Books, { call: { body } }: Asked): Answer {
  const asked = cancellation.safeParse(JSON.parse(body));
  if (!asked.success) return wrongForm(asked.error);
  const found = books.payments.get(asked.data.id)?.payment;
  if (!found) return failure(404, 'unknown', 'There is no such payment');
  if (found.status !== 'open') return failure(422, 'ended', `The payment is ${found.status}`);
  acts.expire(books, found);
  return { status: 200, body: structuredClone(found) };
}

function createRefund(books: Books, { call: { body } }: Asked): Answer {
  const asked = newRefund.safeParse(JSON.parse(body));
  if (!asked.success) return wrongForm(asked.error);
  const { ref: reference, payment_ref: of, amount, currency } = asked.data;
  const payment = books.byRef(of);
  if (!payment?.paid) return failure(422, 'not_paid', 'There is nothing to refund');
  const back = payment.refunds.filter(({ status }) => status !== 'failed').reduce((sum, each) => sum + each.amount, 0);
  if (currency !== payment.paid.currency || amount > payment.paid.amount - back)
    return failure(422, 'amount', 'More than was paid');
  return { status: 201, body: structuredClone(makeRefund(books, payment, { ref: reference, amount, currency })) };
}

const pageSize = 500;

/** By the number of the last event that the caller knows. */
function listChanges(books: Books, { call: { url } }: Asked): Answer {
  const after = Number(url.searchParams.get('after') ?? 0);
  const events = books.events.slice(after, after + pageSize);
  const until = after + events.length;
  return {
    status: 200,
    body: {
      ids: [...new Set(events.map(({ id }) => id))],
      cursor: String(until),
      more: until < books.events.length,
    },
  };
}
