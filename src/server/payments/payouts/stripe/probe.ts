import type { Stripe } from 'stripe';
import { mapDone, refused, type Outcome, type Probe } from '#server/platform/connections/outcome.ts';
import { probe } from '#server/platform/connections/probe.ts';
import { attempt } from '../../providers/stripe/attempt.ts';
import { isServerKey } from '../../providers/stripe/client.ts';
import { createdBetween, pageSize } from './lists.ts';
import { anyPage, financialAccount, published } from './shapes.ts';

interface Of {
  key: string;
  signingSecrets: readonly string[];
  account: string;
  isLive: boolean;
  now: Date;
}

const ok = (detail: string): Outcome<string> => ({ kind: 'done', value: detail });

/** Reads everything that the adapter reads, so that a missing right of a restricted key shows by name. */
export function probePayouts(stripe: Stripe, { key, signingSecrets, account, isLive, now }: Of): Promise<Probe> {
  const { core, moneyManagement } = stripe.v2;
  const { financialAccounts, outboundPayments, payoutMethodsBankAccountSpecs, transactions } = moneyManagement;
  const created = createdBetween(new Date(now.getTime() - 3_600_000));
  const lists: [string, () => Promise<unknown>][] = [
    ['read outbound payments', () => outboundPayments.list({ limit: pageSize, created })],
    ['read transactions', () => transactions.list({ limit: pageSize, financial_account: account })],
    ['read recipients', () => core.accounts.list({ limit: 1, applied_configurations: ['recipient'] })],
  ];
  return probe([
    [
      'secret or restricted key',
      async () => (isServerKey(key) ? ok(key.slice(0, 8)) : refused('key', 'not a key for servers')),
    ],
    [
      'signing secret',
      async () =>
        signingSecrets.every((each) => /^whsec_\w+$/.test(each))
          ? ok('whsec_')
          : refused('secret', 'not one of Stripe'),
    ],
    [
      'read financial account',
      async () => {
        const read = await attempt(() => financialAccounts.retrieve(account), financialAccount);
        if (read.kind !== 'done') return read;
        const { status, livemode, storage } = read.value;
        if (status !== 'open') return refused('account', `the financial account is ${status}`);
        if (livemode !== isLive) return refused('account', 'the key and the financial account are not both live');
        return ok((storage?.holds_currencies ?? []).join(', ').toUpperCase());
      },
    ],
    [
      'read countries',
      async () => {
        const read = await attempt(() => payoutMethodsBankAccountSpecs.retrieve(), published);
        return mapDone(read, ({ countries }) => Object.keys(countries).toSorted().join(', '));
      },
    ],
    ...lists.map(([name, read]) => [name, async () => mapDone(await attempt(read, anyPage), () => 'ok')] as const),
  ]);
}
