import { z } from 'zod';
import type { Answer } from '../answer.ts';
import type { Call } from '../http-stand-in.ts';
import type { Books } from './books.ts';
import { isNothing, newId, type Invoice } from './objects.ts';
import { answerPayoutCall } from './payout-calls.ts';

/** An error as BTCPay documents it. */
export const failure = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message },
});

/** The documented fields that an invoice may be made with. */
const newInvoice = z.strictObject({
  amount: z.string().regex(/^\d+(\.\d+)?$/),
  currency: z.string().regex(/^[A-Z]{3,5}$/),
  metadata: z.record(z.string(), z.unknown()).optional(),
  additionalSearchTerms: z.array(z.string()).optional(),
  checkout: z
    .strictObject({
      redirectURL: z.url().optional(),
      redirectAutomatically: z.boolean().optional(),
      paymentTolerance: z.number().min(0).max(100).optional(),
      expirationMinutes: z.number().optional(),
      defaultLanguage: z.string().optional(),
    })
    .optional(),
});

type Run = (books: Books, of: { id: string; call: Call; base: string }) => Answer;

/** The calls of the interface, by method and path below the store; the group of a pattern is what a call is about. */
const calls: [method: string, path: RegExp, run: Run][] = [
  ['POST', /^\/invoices$/, createInvoice],
  ['GET', /^\/invoices$/, listInvoices],
  ['GET', /^\/invoices\/([^/]+)$/, (books, { id }) => withInvoice(books, id, (invoice) => invoice)],
  ['DELETE', /^\/invoices\/([^/]+)$/, (books, { id }) => withInvoice(books, id, archive)],
  ['GET', /^\/invoices\/([^/]+)\/payment-methods$/, (books, { id }) => withInvoice(books, id, methodsOf)],
  ['GET', /^\/payment-methods$/, () => ({ status: 200, body: [{ paymentMethodId: 'BTC-CHAIN', enabled: true }] })],
];

/** Those of one store; another one is not this key's. */
export function answerCall(books: Books, call: Call, base: string): Answer {
  const [, storeId, path = ''] = /^\/api\/v1\/stores\/([^/]+)(\/.*)$/.exec(call.url.pathname) ?? [];
  if (storeId !== undefined && storeId !== books.storeId)
    return failure(403, 'missing-permission', 'Insufficient API permissions for this store');
  const ofPayout = answerPayoutCall(books, call);
  if (ofPayout) return ofPayout;
  for (const [verb, pattern, run] of calls) {
    const match = verb === call.method ? pattern.exec(path) : null;
    if (match) return run(books, { id: decodeURIComponent(match[1] ?? ''), call, base });
  }
  return failure(404, 'not-found', 'The endpoint does not exist');
}

function createInvoice(books: Books, { call: { body }, base }: Parameters<Run>[1]): Answer {
  const asked = newInvoice.safeParse(JSON.parse(body));
  if (!asked.success) {
    const errors = asked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    return { status: 422, body: errors };
  }
  const { amount, currency, metadata = {}, checkout } = asked.data;
  const id = newId();
  const createdTime = books.now();
  const invoice: Invoice = {
    id,
    storeId: books.storeId,
    amount,
    paidAmount: '0',
    currency,
    type: 'Standard',
    checkoutLink: `${base}/i/${id}`,
    createdTime,
    expirationTime: createdTime + 900,
    monitoringExpiration: createdTime + 87_300,
    status: 'New',
    additionalStatus: 'None',
    availableStatusesForManualMarking: ['Settled', 'Invalid'],
    archived: false,
    metadata,
    checkout: {
      redirectURL: checkout?.redirectURL ?? null,
      defaultLanguage: checkout?.defaultLanguage ?? null,
    },
  };
  books.invoices.set(id, invoice);
  books.emit('InvoiceCreated', invoice);
  return { status: 200, body: structuredClone(invoice) };
}

/** Archived ones are left out, as BTCPay does. */
function listInvoices(books: Books, { call: { url } }: Parameters<Run>[1]): Answer {
  const orderIds = url.searchParams.getAll('orderId');
  const found = [...books.invoices.values()].filter(
    ({ archived, metadata }) => !archived && (orderIds.length === 0 || orderIds.includes(String(metadata['orderId']))),
  );
  const take = Number(url.searchParams.get('take') ?? found.length);
  return { status: 200, body: found.toReversed().slice(0, take) };
}

function withInvoice(books: Books, id: string, read: (invoice: Invoice) => unknown): Answer {
  const invoice = books.invoices.get(id);
  return invoice
    ? { status: 200, body: read(invoice) }
    : failure(404, 'invoice-not-found', 'The invoice was not found');
}

function archive(invoice: Invoice): Invoice {
  invoice.archived = true;
  return invoice;
}

function methodsOf({ id, paidAmount, createdTime, status }: Invoice): object[] {
  const payment = {
    id: `${id}-0`,
    receivedDate: createdTime,
    value: '0.001675',
    fee: '0',
    status: status === 'Settled' ? 'Settled' : 'Processing',
    destination: 'bcrt1qexample',
  };
  return [
    {
      paymentMethodId: 'BTC-CHAIN',
      currency: 'BTC',
      destination: 'bcrt1qexample',
      paymentLink: 'bitcoin:bcrt1qexample',
      rate: '60000',
      paymentMethodPaid: isNothing(paidAmount) ? '0' : '0.001675',
      totalPaid: isNothing(paidAmount) ? '0' : '0.001675',
      due: isNothing(paidAmount) ? '0.001675' : '0',
      amount: '0.001675',
      paymentMethodFee: '0',
      payments: isNothing(paidAmount) ? [] : [payment],
      activated: true,
    },
  ];
}
