import { certified } from './certified.ts';
import type { Fault } from './fault.ts';

const payouts = 'src/server/payments/payouts';
const providers = 'src/server/payments/providers';

/** Faults in payout rails and in what follows them, which their certification has to find. */
export const payoutFaults: readonly Fault[] = [
  {
    name: 'adapter adyen_transfers: an order is repeated with another key',
    edits: [
      {
        file: `${payouts}/adyen/adapter.ts`,
        find: "{ purpose: 'send payout', ref, key: ref }",
        replace: "{ purpose: 'send payout', ref, key: `${ref}${this.#io.now().getTime()}` }",
      },
    ],
    found: certified('adyen_transfers', 'not listed yet'),
  },
  {
    name: 'adapter adyen_transfers: nobody asks what became of an order',
    edits: [
      { file: `${payouts}/send-payout.ts`, find: 'if (order.attempts > 0) {', replace: 'if (order.attempts > 99) {' },
    ],
    found: certified('adyen_transfers', 'no event arrives'),
  },
  {
    name: 'adapter adyen_transfers: any signature is right',
    edits: [
      {
        file: `${payouts}/adyen/hooks.ts`,
        find: "signatureBy(keyOfSignature(raw, headers['hmacsignature'], keys))",
        replace: "signatureBy(Math.max(0, keyOfSignature(raw, headers['hmacsignature'], keys)))",
      },
    ],
    found: certified('adyen_transfers', 'forged'),
  },
  {
    name: 'adapter adyen_transfers: a part that comes back counts as all of it',
    edits: [
      {
        file: `${payouts}/settle-payout.ts`,
        find: 'if (!isSame(own.back, order)) {',
        replace: 'if (own.back === null) {',
      },
    ],
    found: certified('adyen_transfers', '5 less'),
  },
  {
    name: 'adapter adyen_transfers: another holder is not noticed',
    edits: [
      {
        file: `${payouts}/settle-payout.ts`,
        find: 'return isAccount && isEnding && (holder === null ||',
        replace: 'return isAccount || (holder === null ||',
      },
    ],
    found: certified('adyen_transfers', '2 to another'),
  },
  {
    name: 'adapter stripe_payouts: an order is repeated with another key',
    edits: [
      {
        file: `${payouts}/stripe/adapter.ts`,
        find: 'outboundPayments.create(order, { idempotencyKey: ref })',
        replace: 'outboundPayments.create(order, { idempotencyKey: `${ref}${this.#io.now().getTime()}` })',
      },
    ],
    found: certified('stripe_payouts', 'not listed yet'),
  },
  {
    name: 'adapter stripe_payouts: any signature is right',
    edits: [
      {
        file: `${providers}/stripe/hooks.ts`,
        find: 'return signatureBy(signing);',
        replace: "return 'valid';",
      },
    ],
    found: certified('stripe_payouts', 'forged'),
  },
  {
    name: 'adapter stripe_payouts: a signature of any age is right',
    edits: [
      {
        file: `${providers}/stripe/hooks.ts`,
        find: "return 'too_old';",
        replace: "return 'valid';",
      },
    ],
    found: certified('stripe_payouts', 'ten minutes old'),
  },
  {
    name: 'adapter stripe_payouts: what is posted counts as arrived',
    edits: [
      {
        file: `${payouts}/stripe/read-payout.ts`,
        find: "return arrival && Date.parse(arrival) <= now.getTime() ? 'completed' : 'sent';",
        replace: "return arrival ? 'completed' : 'sent';",
      },
    ],
    found: certified('stripe_payouts', '7 posted'),
  },
  {
    name: 'adapter stripe_payouts: what is returned counts as all of it',
    edits: [
      {
        file: `${payouts}/stripe/read-payout.ts`,
        find: 'if (back.length === 0) return null;',
        replace: 'if (back.length >= 0) return moneyOf(amount);',
      },
    ],
    found: certified('stripe_payouts', '6 the return'),
  },
  {
    name: 'adapter stripe_payouts: what arrives is not compared',
    edits: [
      {
        file: `${payouts}/stripe/read-payout.ts`,
        find: 'return moneyOf(other ?? amount);',
        replace: 'return moneyOf(other && !amount ? other : amount);',
      },
    ],
    found: certified('stripe_payouts', '3 less'),
  },
  {
    name: 'adapter stripe_payouts: nobody reads who is paid',
    edits: [
      {
        file: `${payouts}/stripe/adapter.ts`,
        find: "const payee = state === 'failed' || state === 'returned' ? noPayee",
        replace: "const payee = state !== 'accepted' ? noPayee",
      },
    ],
    found: certified('stripe_payouts', '2 to another'),
  },
  {
    name: 'adapter stripe_payouts: a country counts although it is published no more',
    edits: [
      {
        file: `${payouts}/stripe/destination.ts`,
        find: 'if (fields.length === 0) return',
        replace: 'if (fields.length < 0) return',
      },
    ],
    found: certified('stripe_payouts', '8 the country'),
  },
  {
    name: 'adapter stripe_payouts: a recipient that Stripe looks at is refused for ever',
    edits: [
      {
        file: `${payouts}/stripe/recipient.ts`,
        find: "again: status === 'pending' ? 'later' : 'never'",
        replace: "again: status === 'active' ? 'later' : 'never'",
      },
    ],
    found: certified('stripe_payouts', '9 the recipient is looked at'),
  },
  {
    name: 'adapter stripe_payouts: what was canceled stays accepted',
    edits: [
      {
        file: `${payouts}/stripe/read-payout.ts`,
        find: "if (status === 'failed' || status === 'canceled')",
        replace: "if (status === 'failed')",
      },
    ],
    found: certified('stripe_payouts', '11 canceled'),
  },
  {
    name: 'adapter stripe_payouts: only the first of two signatures is read',
    edits: [
      {
        file: `${providers}/stripe/hooks.ts`,
        find: 'return signatures.some(',
        replace: 'return signatures.slice(0, 1).some(',
      },
    ],
    found: certified('stripe_payouts', 'second of two'),
  },
  {
    name: 'adapter stripe_payouts: a second payout of one order is not seen',
    edits: [
      {
        file: `${payouts}/stripe/adapter.ts`,
        find: '.toSorted((one, other) => one.created.localeCompare(other.created)),',
        replace: '.slice(-1),',
      },
    ],
    found: certified('stripe_payouts', '4 made twice'),
  },
  {
    name: 'adapter btcpay_payouts: another address is not noticed',
    edits: [
      {
        file: `${payouts}/btcpay/read-payout.ts`,
        find: 'payee: { holder: null, account: destination }',
        replace: 'payee: { holder: null, account: destination && null }',
      },
    ],
    found: certified('btcpay_payouts', '2 to another'),
  },
  {
    name: 'adapter btcpay_payouts: another amount is not noticed',
    edits: [
      {
        file: `${payouts}/settle-payout.ts`,
        find: 'const isAmount = isSame(own.amount, order);',
        replace: 'const isAmount = own.amount !== null;',
      },
    ],
    found: certified('btcpay_payouts', '3 less'),
  },
  {
    name: 'adapter btcpay_payouts: what has no proof counts as arrived',
    edits: [
      {
        file: `${payouts}/btcpay/read-payout.ts`,
        find: "(state === 'Completed' && transaction === null) || (state",
        replace: '(state',
      },
    ],
    found: certified('btcpay_payouts', '12 completed'),
  },
  {
    name: 'adapter btcpay_payouts: what was cancelled after it left has failed',
    edits: [
      {
        file: `${payouts}/btcpay/read-payout.ts`,
        find: " || (state === 'Cancelled' && transaction !== null)",
        replace: '',
      },
    ],
    found: certified('btcpay_payouts', 'cancelled after'),
  },
  {
    name: 'adapter btcpay_payouts: an unconfirmed payout counts as arrived',
    edits: [
      {
        file: `${payouts}/btcpay/read-payout.ts`,
        find: "case 'InProgress':\n      return 'sent';",
        replace: "case 'InProgress':\n      return 'completed';",
      },
    ],
    found: certified('btcpay_payouts', 'sent, and not'),
  },
  {
    name: 'adapter btcpay_payouts: any signature is right',
    edits: [
      {
        file: `${providers}/btcpay/hooks.ts`,
        find: 'return given.length === expected.length && timingSafeEqual(given, expected);',
        replace: 'return given.length === expected.length;',
      },
    ],
    found: certified('btcpay_payouts', 'forged'),
  },
  {
    name: 'adapter btcpay_payouts: an order is repeated without a look at what is there',
    edits: [
      {
        file: `${payouts}/btcpay/adapter.ts`,
        find: "const found = await this.#find(ref);\n    if (found.kind !== 'done') return found;\n    const [existing]",
        replace:
          "const found = { kind: 'done', value: { pullIds: [] as string[], payouts: [] as Payout[] } } as const;\n    const [existing]",
      },
    ],
    found: certified('btcpay_payouts', 'not listed yet'),
  },
  {
    name: 'adapter btcpay_payouts: a payout to another address is approved',
    edits: [
      {
        file: `${payouts}/btcpay/adapter.ts`,
        find: 'if (destination !== to.account || !isSame(made.value, amount))',
        replace: "if (destination === '' || !isSame(made.value, amount))",
      },
    ],
    found: certified('btcpay_payouts', 'made to another address'),
  },
  {
    name: 'adapter btcpay_payouts: without a rate an order has failed for good',
    edits: [{ file: `${payouts}/btcpay/adapter.ts`, find: "  'rate-unavailable',\n", replace: '' }],
    found: certified('btcpay_payouts', 'no rate'),
  },
];
