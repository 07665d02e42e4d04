import type { Fault } from './fault.ts';

/** By the trials of an adapter whose line holds the words. */
const certified = (name: string, only: string) => ({
  by: ['tsx', 'scripts/adapter-certify.ts', name, '--short', '--only', only],
});

const providers = 'src/server/payments/providers';
const senders = 'src/server/verification/senders';

/** Faults in adapters and in what follows them, which their certification has to find. */
export const adapterFaults: readonly Fault[] = [
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
        find: "if (signing === -1) return 'bad_signature';",
        replace: "if (signing === -1) return 'valid';",
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
    name: 'adapter http_gateway: the number that was reached is not compared',
    edits: [
      {
        file: `${senders}/gateway.ts`,
        find: 'if (found.to !== undefined && found.to !== to)',
        replace: "if (found.to === '')",
      },
    ],
    found: certified('http_gateway', '9 another'),
  },
];
