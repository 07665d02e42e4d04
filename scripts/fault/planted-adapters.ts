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
    name: 'adapter stripe: test money and real money are the same',
    edits: [
      {
        file: `${stripe}/settle-payment.ts`,
        find: 'isWhole && live === row.live && !isSuspect',
        replace: 'isWhole && !isSuspect',
      },
    ],
    found: certified('stripe', '12 real'),
  },
  {
    name: 'adapter stripe: complete counts as paid',
    edits: [
      {
        file: `${stripe}/stripe/read-payment.ts`,
        find: "if (paid === 'paid' && payment?.status === 'succeeded') return 'paid';",
        replace: "if (status === 'complete' && paid !== 'no_payment_required') return 'paid';",
      },
    ],
    found: certified('stripe', '2 complete'),
  },
  {
    name: 'adapter stripe: a lost answer counts as refused',
    edits: [
      {
        file: `${stripe}/stripe/attempt.ts`,
        find: 'if (!wasSent(error)) return',
        replace: 'if (!wasSent(error) || statusCode === 0) return',
      },
      {
        file: `${stripe}/stripe/attempt.ts`,
        find: "text: detail, again: 'later' }",
        replace: "text: detail, again: 'never' }",
      },
    ],
    found: certified('stripe', 'order reset'),
  },
  {
    name: 'adapter stripe: a signature may be of any age',
    edits: [
      { file: `${stripe}/stripe/hooks.ts`, find: 'const tolerance = 300;', replace: 'const tolerance = 3_000_000;' },
    ],
    found: certified('stripe', 'ten minutes'),
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
    name: 'adapter stripe: only the first of two signatures is read',
    edits: [
      {
        file: `${stripe}/stripe/hooks.ts`,
        find: 'return signatures.some(',
        replace: 'return signatures.slice(0, 1).some(',
      },
    ],
    found: certified('stripe', '6 the'),
  },
  {
    name: 'adapter stripe: an order bears no key of ours and is not looked up',
    edits: [
      {
        file: `${stripe}/stripe/adapter.ts`,
        find: 'stripe.checkout.sessions.create(order, { idempotencyKey: ref })',
        replace: 'stripe.checkout.sessions.create(order)',
      },
      { file: `${stripe}/begin-payment.ts`, find: 'if (row.attempts > 1) {', replace: 'if (row.attempts > 99) {' },
    ],
    found: certified('stripe', 'order reset'),
  },
  {
    name: 'adapter stripe: a refund is repeated without a look',
    edits: [
      {
        file: `${stripe}/stripe/adapter.ts`,
        find: 'stripe.refunds.create(order, { idempotencyKey: ref })',
        replace: 'stripe.refunds.create(order)',
      },
      {
        file: `${stripe}/send-refund.ts`,
        find: "if (!refund.isFirst || refund.state !== 'calling') {",
        replace: "if (refund.state !== 'calling') {",
      },
    ],
    found: certified('stripe', 'refund reset'),
  },
  {
    name: 'adapter stripe: a refund that failed later stays',
    edits: [
      {
        file: `${stripe}/stripe/read-payment.ts`,
        find: "status === 'failed' || status === 'canceled' ? 'failed'",
        replace: "status === 'canceled' ? 'failed'",
      },
    ],
    found: certified('stripe', '9 a'),
  },
  {
    name: 'adapter stripe: money of a dispute that was won stays away',
    edits: [
      {
        file: `${stripe}/stripe/read-payment.ts`,
        find: 'sum + entry.amount, 0n) < 0n',
        replace: 'entry.amount < 0n ? sum - 1n : sum, 0n) < 0n',
      },
    ],
    found: certified('stripe', '8 a'),
  },
  {
    name: 'adapter stripe: an event that could not be followed counts as done',
    edits: [
      {
        file: `${stripe}/read-back.ts`,
        find: "if (found.kind === 'unknown') throw new Error(`not read: ${found.detail}`);",
        replace: "if (found.kind === 'unknown') return 'done';",
      },
      { file: `${stripe}/settle-payment.ts`, find: 'const askAgainMs = 900_000;', replace: 'const askAgainMs = 1e12;' },
      { file: `${stripe}/watch.ts`, find: 'const sweepMs = 3_600_000;', replace: 'const sweepMs = 1e12;' },
      {
        file: `${stripe}/begin-payment.ts`,
        find: 'next_at = ${new Date(at.getTime() + 900_000)}',
        replace: 'next_at = ${new Date(at.getTime() + 1e12)}',
      },
    ],
    found: certified('stripe', 'credit reset'),
  },
  {
    name: 'adapter twilio: an unclear answer counts as refused',
    edits: [
      {
        file: `${senders}/twilio.ts`,
        find: "if (!created) return { kind: 'unknown', detail: 'the answer is not a message' };",
        replace: "if (!created) return refused('unclear', 'no message', 'never');",
      },
    ],
    found: certified('twilio', 'send empty'),
  },
  {
    name: 'adapter twilio: the number in the answer is not compared',
    edits: [{ file: `${senders}/twilio.ts`, find: 'if (created.to !== to)', replace: "if (created.to === '')" }],
    found: certified('twilio', '9 another'),
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
  {
    name: 'adapter yente: an answer with a fault inside is no hit',
    edits: [
      {
        file: 'src/server/screening/yente/answers.ts',
        find: 'data.status !== 200 || ',
        replace: '',
      },
    ],
    found: certified('yente', '1 a status'),
  },
  {
    name: 'adapter yente: an index without entities goes unseen',
    edits: [
      {
        file: 'src/server/screening/yente/yente.ts',
        find: "if (found.kind !== 'done') return found;",
        replace: 'void found;',
      },
    ],
    found: certified('yente', '12 an'),
  },
  {
    name: 'adapter yente: the match of the provider decides',
    edits: [
      {
        file: 'src/server/screening/run-batch.ts',
        find: 'entities.filter(({ score }) => score >= list.threshold)',
        replace: 'entities.filter(({ score }) => score >= 0)',
      },
    ],
    found: certified('yente', '4 a match'),
  },
];
