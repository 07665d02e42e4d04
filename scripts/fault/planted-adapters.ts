import { certified } from './certified.ts';
import type { Fault } from './fault.ts';
import { bankFaults } from './planted-banks.ts';
import { cardFaults } from './planted-cards.ts';
import { payoutFaults } from './planted-payouts.ts';
import { peopleFaults } from './planted-people.ts';

const providers = 'src/server/payments/providers';
const connections = 'src/server/platform/connections';

/** Faults in adapters and in what follows them, which their certification has to find. */
export const adapterFaults: readonly Fault[] = [
  ...cardFaults,
  {
    name: 'adapter btcpay: what a person marked as settled is credited',
    edits: [
      {
        file: `${providers}/btcpay/read-invoices.ts`,
        find: "doubt: isByHand ? 'by_hand' : more",
        replace: 'doubt: more',
      },
    ],
    found: certified('btcpay', '7 a person'),
  },
  {
    name: 'adapter btcpay: any signature is right',
    edits: [
      {
        file: `${providers}/btcpay/hooks.ts`,
        find: 'return given.length === expected.length && timingSafeEqual(given, expected);',
        replace: 'return given.length === expected.length;',
      },
    ],
    found: certified('btcpay', 'forged'),
  },
  {
    name: 'adapter btcpay: webhooks of any store count',
    edits: [
      {
        file: `${providers}/btcpay/hooks.ts`,
        find: 'const isOurs = read.storeId === storeId;',
        replace: "const isOurs = storeId !== '';",
      },
    ],
    found: certified('btcpay', '9 another store'),
  },
  {
    name: 'adapter btcpay: an order is repeated without a look at what is there',
    edits: [
      {
        file: `${providers}/btcpay/adapter.ts`,
        find: "if ('ref' in which) return this.#readAll(which.ref, null);",
        replace: "if ('ref' in which) return { kind: 'done', value: null };",
      },
    ],
    found: certified('btcpay', 'the order times out'),
  },
  {
    name: 'adapter btcpay: an unconfirmed payment is credited',
    edits: [
      {
        file: `${providers}/btcpay/read-invoices.ts`,
        find: "if (status === 'Settled')",
        replace: "if (status === 'Settled' || status === 'Processing')",
      },
    ],
    found: certified('btcpay', '1 announced'),
  },
  {
    name: 'adapter btcpay: what the chain drops stays credited',
    edits: [
      {
        file: `${providers}/btcpay/read-invoices.ts`,
        find: 'disputes: isByHand ? [] : undone(invoice)',
        replace: 'disputes: []',
      },
    ],
    found: certified('btcpay', '6 settled'),
  },
  {
    name: 'adapter hosted_page: any signature is right',
    edits: [{ file: `${providers}/hosted-page/hooks.ts`, find: '  verify,\n', replace: "  verify: () => 'valid',\n" }],
    found: certified('hosted_page', 'forged'),
  },
  {
    name: 'adapter hosted_page: a signature of any age is right',
    edits: [
      {
        file: `${connections}/wire-signature.ts`,
        find: "return 'too_old';",
        replace: "return 'valid';",
      },
    ],
    found: certified('hosted_page', '5 a signature'),
  },
  {
    name: 'adapter hosted_page: an unfinished payment is credited',
    edits: [
      {
        file: `${providers}/hosted-page/read-payment.ts`,
        find: "status === 'open' || status === 'processing' ? 'waiting' : status",
        replace: "status === 'open' ? 'waiting' : status === 'processing' ? 'expired' : status",
      },
    ],
    found: certified('hosted_page', '2 announced'),
  },
  {
    name: 'adapter hosted_page: a text is read as an amount',
    edits: [
      {
        file: `${providers}/hosted-page/shapes.ts`,
        find: `.int()\n    .positive()\n    .transform((value) => BigInt(value))`,
        replace: '.coerce.number().transform((value) => BigInt(Math.round(value)))',
      },
    ],
    found: certified('hosted_page', '8 an amount'),
  },
  {
    name: 'adapter hosted_page: the client pays another amount than was asked for',
    edits: [
      {
        file: `${providers}/hosted-page/adapter.ts`,
        find: 'if (!isOver(made.value, amount)) return',
        replace: 'if (amount.minor < 0n) return',
      },
    ],
    found: certified('hosted_page', '9 the answer is about another amount'),
  },
  {
    name: "adapter hosted_page: the client is sent to another one's page",
    edits: [
      {
        file: `${providers}/hosted-page/adapter.ts`,
        find: 'if (made.value.ref !== ref) return',
        replace: "if (made.value.ref === '') return",
      },
    ],
    found: certified('hosted_page', "9 the answer is about another one's"),
  },
  {
    name: 'adapter hosted_page: a refund is repeated under another reference',
    edits: [
      {
        file: `${providers}/hosted-page/adapter.ts`,
        find: 'const body = { ref, payment_ref: of.ref,',
        replace:
          "ref = `REF${this.#io.random(5).toString('hex').toUpperCase()}`;\n    const body = { ref, payment_ref: of.ref,",
      },
    ],
    found: certified('hosted_page', 'refund reset'),
  },
  {
    name: 'adapter hosted_page: what a bank takes back stays credited',
    edits: [
      {
        file: `${providers}/hosted-page/read-payment.ts`,
        find: "isWithdrawn: status === 'taken' || status === 'lost'",
        replace: "isWithdrawn: status === 'lost'",
      },
    ],
    found: certified('hosted_page', '12 money'),
  },
  ...peopleFaults,
  ...payoutFaults,
  ...bankFaults,
];
