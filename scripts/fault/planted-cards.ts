import { certified } from './certified.ts';
import type { Fault } from './fault.ts';

const providers = 'src/server/payments/providers';

/** Faults in payments by card and in what follows them, which their certification has to find. */
export const cardFaults: readonly Fault[] = [
  {
    name: 'adapter stripe: another amount is credited',
    edits: [
      {
        file: `${providers}/settle-payment.ts`,
        find: 'received.minor === payment.amount && received.currency',
        replace: 'received.currency',
      },
    ],
    found: certified('stripe', '7 '),
  },
  {
    name: 'adapter stripe: any signature is right',
    edits: [
      {
        file: `${providers}/stripe/hooks.ts`,
        find: 'return signatureBy(signing);',
        replace: "return 'valid';",
      },
    ],
    found: certified('stripe', 'forged'),
  },
  {
    name: 'adapter stripe: only the first of two signatures is read',
    edits: [
      {
        file: `${providers}/stripe/hooks.ts`,
        find: 'return signatures.some(',
        replace: 'return signatures.slice(0, 1).some(',
      },
    ],
    found: certified('stripe', '6 the second'),
  },
  {
    name: 'adapter stripe: another currency is credited',
    edits: [
      {
        file: `${providers}/settle-payment.ts`,
        find: 'received.currency === payment.currency;',
        replace: "received.currency !== '';",
      },
    ],
    found: certified('stripe', '7 another currency'),
  },
  {
    name: 'adapter stripe: a signature of any age is right',
    edits: [{ file: `${providers}/stripe/hooks.ts`, find: "return 'too_old';", replace: "return 'valid';" }],
    found: certified('stripe', '5 a signature'),
  },
  {
    name: 'adapter stripe: a signature of a clock ahead is right',
    edits: [
      {
        file: `${providers}/stripe/hooks.ts`,
        find: 'Math.abs(now().getTime() / 1000 - Number(time)) > tolerance',
        replace: 'now().getTime() / 1000 - Number(time) > tolerance',
      },
    ],
    found: certified('stripe', 'a clock ten minutes ahead'),
  },
  {
    name: 'adapter stripe: a complete session counts as paid',
    edits: [
      {
        file: `${providers}/stripe/read-payment.ts`,
        find: "if (paid === 'paid' && payment?.status === 'succeeded') return 'paid';",
        replace: "if (paid === 'paid' || status === 'complete') return 'paid';",
      },
    ],
    found: certified('stripe', '2 complete'),
  },
  {
    name: 'adapter stripe: what a dispute has returned stays taken',
    edits: [
      {
        file: `${providers}/stripe/read-payment.ts`,
        find: 'rest.balance_transactions.reduce((sum, entry) => sum + entry.amount, 0n) < 0n',
        replace: 'rest.balance_transactions.some((entry) => entry.amount < 0n)',
      },
    ],
    found: certified('stripe', '8 a dispute'),
  },
  {
    name: 'adapter stripe: a refund that fails stays',
    edits: [
      {
        file: `${providers}/stripe/read-payment.ts`,
        find: "status === 'failed' || status === 'canceled' ? 'failed'",
        replace: "status === 'canceled' ? 'failed'",
      },
    ],
    found: certified('stripe', '9 a refund'),
  },
  {
    name: 'adapter stripe: real money of a test connection is credited',
    edits: [
      {
        file: `${providers}/settle-payment.ts`,
        find: 'isWhole && live === row.live && !isSuspect',
        replace: 'isWhole && !isSuspect',
      },
    ],
    found: certified('stripe', '12 real money'),
  },
  {
    name: 'adapter stripe: a cancelled deposit is credited',
    edits: [
      {
        file: `${providers}/settle-payment.ts`,
        find: "if (state === 'awaiting_payment' && isWhole",
        replace: "if ((state === 'awaiting_payment' || state === 'cancelled') && isWhole",
      },
    ],
    found: certified('stripe', 'money after'),
  },
  {
    name: 'adapter stripe: each event credits',
    edits: [
      {
        file: `${providers}/settle-payment.ts`,
        find: "if (state === 'awaiting_payment' && isWhole",
        replace: "if ((state === 'awaiting_payment' || state === 'credited') && isWhole",
      },
    ],
    found: certified('stripe', 'an event is replayed'),
  },
  {
    name: 'adapter stripe: a lost answer is a refusal',
    edits: [
      {
        file: `${providers}/stripe/attempt.ts`,
        find: "if (again === undefined || error instanceof Stripe.errors.StripeIdempotencyError) return { kind: 'unknown', detail };",
        replace: "if (again === undefined) return { kind: 'refused', code: 'lost', text: detail, again: 'never' };",
      },
    ],
    found: certified('stripe', 'order reset'),
  },
  {
    name: 'adapter stripe: the client pays an amount without its cents',
    edits: [
      {
        file: `${providers}/stripe/adapter.ts`,
        find: 'unit_amount: asInteger(amount.minor)',
        replace: 'unit_amount: asInteger(amount.minor - (amount.minor % 100n))',
      },
    ],
    found: certified('stripe', '11 in use'),
  },
  {
    name: 'adapter adyen: a broken item refuses those beside it',
    edits: [
      {
        file: `${providers}/adyen/hooks.ts`,
        find: "if (right.length === 0) return 'bad_signature';",
        replace: "if (right.length < signing.length) return 'bad_signature';",
      },
    ],
    found: certified('adyen', '7 a broken'),
  },
  {
    name: 'adapter adyen: any signature is right',
    edits: [
      {
        file: `${providers}/adyen/hooks.ts`,
        find: "if (right.length === 0) return 'bad_signature';",
        replace: "if (right.length === 0) return 'valid';",
      },
    ],
    found: certified('adyen', '12 '),
  },
  {
    name: 'adapter adyen: items of any merchant account count',
    edits: [
      {
        file: `${providers}/adyen/adapter.ts`,
        find: 'item.merchantAccountCode === this.#account',
        replace: "item.merchantAccountCode !== ''",
      },
    ],
    found: certified('adyen', '6 another'),
  },
  {
    name: 'adapter adyen: a refund is repeated with another key',
    edits: [
      {
        file: `${providers}/adyen/adapter.ts`,
        find: "{ purpose: 'refund', ref, key: ref }",
        replace: "{ purpose: 'refund', ref }",
      },
    ],
    found: certified('adyen', 'ordered again'),
  },
  {
    name: 'adapter adyen: what is not captured stays credited',
    edits: [
      {
        file: `${providers}/adyen/read-items.ts`,
        find: "new Set(['CAPTURE_FAILED', 'CANCELLATION',",
        replace: "new Set(['CANCELLATION',",
      },
    ],
    found: certified('adyen', '10 the capture'),
  },
  {
    name: 'adapter adyen: a chargeback that was reversed stays taken',
    edits: [
      {
        file: `${providers}/adyen/read-items.ts`,
        find: "const returned = ['CHARGEBACK_REVERSED'];",
        replace: "const returned = ['CHARGEBACK_RETURNED'];",
      },
    ],
    found: certified('adyen', 'a dispute is won'),
  },
];
