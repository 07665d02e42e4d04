import { z } from 'zod';
import { newPspReference } from '../adyen/objects.ts';
import type { Answer } from '../answer.ts';
import type { Call } from '../http-stand-in.ts';
import type { Books, NewTransfer } from './books.ts';

/** An error as the transfers document it. */
export const problem = (status: number, errorCode: string, detail: string): Answer => ({
  status,
  body: {
    type: `https://docs.adyen.com/errors/${status === 422 ? 'validation' : 'forbidden'}`,
    title: status === 422 ? 'Validation error' : 'Forbidden',
    status,
    detail,
    errorCode,
    requestId: newPspReference(),
  },
});

const digits = (least: number, most: number) => z.string().regex(new RegExp(`^\\d{${least},${most}}$`));
const bic = z.string().regex(/^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/);
const kindOfAccount = z.enum(['checking', 'savings']).optional();

/** The documented ways to name an account, each with exactly its fields. */
const identification = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('iban'),
    iban: z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/),
    bic: bic.optional(),
  }),
  z.strictObject({ type: z.literal('numberAndBic'), accountNumber: z.string().min(1).max(34), bic }),
  z.strictObject({
    type: z.literal('usLocal'),
    accountNumber: digits(2, 18),
    routingNumber: digits(9, 9),
    accountType: kindOfAccount,
  }),
  z.strictObject({ type: z.literal('ukLocal'), accountNumber: digits(8, 8), sortCode: digits(6, 6) }),
  z.strictObject({ type: z.literal('auLocal'), accountNumber: digits(5, 9), bsbCode: digits(6, 6) }),
  z.strictObject({ type: z.literal('nzLocal'), accountNumber: digits(15, 16) }),
  z.strictObject({
    type: z.literal('caLocal'),
    accountNumber: digits(5, 12),
    institutionNumber: digits(3, 3),
    transitNumber: digits(5, 5),
    accountType: kindOfAccount,
  }),
  z.strictObject({ type: z.literal('hkLocal'), accountNumber: digits(9, 17), clearingCode: digits(3, 3) }),
  z.strictObject({ type: z.literal('sgLocal'), accountNumber: digits(4, 19), bic }),
  z.strictObject({
    type: z.literal('brLocal'),
    accountNumber: z.string().min(1).max(10),
    bankCode: digits(3, 3),
    branchNumber: digits(1, 4),
  }),
]);

const address = z.strictObject({
  country: z.string().length(2),
  city: z.string().optional(),
  line1: z.string().optional(),
});

const newTransfer = z.strictObject({
  amount: z.strictObject({ value: z.int().min(1), currency: z.string().regex(/^[A-Z]{3}$/) }),
  balanceAccountId: z.string(),
  category: z.literal('bank'),
  counterparty: z.strictObject({
    bankAccount: z.strictObject({
      accountHolder: z.strictObject({
        fullName: z.string().regex(/^[\w,.;:\-/\\+&!?@()"' ]+$/),
        type: z.enum(['individual', 'organization', 'unknown']).optional(),
        address: address.optional(),
      }),
      accountIdentification: identification,
    }),
  }),
  priority: z.enum(['crossBorder', 'fast', 'instant', 'internal', 'regular', 'wire']),
  reference: z.string().max(80),
  referenceForBeneficiary: z
    .string()
    .regex(/^[A-Za-z0-9]*$/)
    .optional(),
  description: z.string().max(140).optional(),
});

export function answerCall(books: Books, { method, url }: Call, body: unknown): Answer {
  const [, id] = /^\/btl\/v4\/transfers(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
  if (url.pathname === '/btl/v4/transfers' && method === 'POST') return create(books, body);
  if (url.pathname === '/btl/v4/transfers' && method === 'GET') return list(books, url.searchParams);
  const found = method === 'GET' && id !== undefined ? books.transfers.get(id) : undefined;
  return found ? { status: 200, body: found } : problem(404, '30_404', 'Not found');
}

function create(books: Books, body: unknown): Answer {
  const asked = newTransfer.safeParse(body);
  if (!asked.success) return problem(422, '30_112', `Invalid: ${asked.error.issues[0]?.path.join('.')}`);
  const { balanceAccountId, category: _, ...order } = asked.data;
  if (balanceAccountId !== books.account) return problem(403, '30_003', 'Not entitled to this balance account');
  const { events: __, ...made } = books.create(order as NewTransfer);
  return { status: 202, body: structuredClone(made) };
}

function list(books: Books, query: URLSearchParams): Answer {
  const [since, until] = [query.get('createdSince'), query.get('createdUntil')].map((each) => Date.parse(each ?? ''));
  if (!since || !until || until < since || until - since > 184 * 86_400_000)
    return problem(422, '30_112', 'Invalid: createdSince and createdUntil');
  if (query.get('balanceAccountId') !== books.account)
    return problem(403, '30_003', 'Not entitled to this balance account');
  const reference = query.get('reference');
  const data = [...books.transfers.values()].filter(
    (each) =>
      (reference === null || each.reference === reference) &&
      Date.parse(each.createdAt) >= since &&
      Date.parse(each.createdAt) <= until,
  );
  return { status: 200, body: { data: structuredClone(data.slice(0, Number(query.get('limit') ?? 10))) } };
}
