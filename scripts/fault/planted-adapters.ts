import type { Fault } from './fault.ts';

/** By the trials of an adapter whose line holds the words. */
const certified = (name: string, only: string) => ({
  by: ['tsx', 'scripts/adapter-certify.ts', name, '--short', '--only', only],
});

const stripe = 'src/server/payments/providers';
const senders = 'src/server/verification/senders';

/** Faults in adapters and in what follows them, which their certification has to find. */
export const adapterFaults: readonly Fault[] = [
  {
    name: 'adapter stripe: another amount is credited',
    edits: [
      {
        file: `${stripe}/settle-payment.ts`,
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
        file: `${stripe}/stripe/hooks.ts`,
        find: "if (signing === -1) return 'bad_signature';",
        replace: "if (signing === -1) return 'valid';",
      },
    ],
    found: certified('stripe', 'forged'),
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
