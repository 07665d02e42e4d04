import { z } from 'zod';
import type { AdapterName } from '#contract/connections/adapters.ts';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { portNames } from '#contract/connections/names.ts';
import { proof, proofRefusals } from '#contract/auth/proof.ts';
import { roles } from '#contract/kernel/endpoint.ts';
import { done, instant, uuid, wholeNumber } from '#contract/kernel/fields.ts';
import { offeringStates } from '#contract/ipo/names.ts';

/** The adapters of which a demo has the provider too: a stand-in, which it starts itself. */
export const demoProviderNames = [
  'stripe',
  'adyen',
  'btcpay',
  'hosted_page',
  'stripe_payouts',
  'adyen_transfers',
  'btcpay_payouts',
  'twilio',
  'http_gateway',
  'yente',
  'sumsub',
  'bank_sftp',
  'bank_s3',
] as const satisfies readonly AdapterName[];
export type DemoProviderName = (typeof demoProviderNames)[number];

/**
 * `stopped`: it is connected, and does not run. `off`: it runs, and is not in use. `waiting`: another person has to approve
 * its connection.
 */
const providerStates = ['none', 'stopped', 'off', 'waiting', 'on'] as const;

/** How far the clock is moved: to the next scheduled event, or by a fixed time. */
export const clockMoves = ['next', 'hour', 'day', 'week'] as const;

/** The product's clock in a demo. */
const clock = z.object({
  now: instant,
  /** How far it is ahead of the real time. */
  ahead_ms: z.number().int(),
  /** The next scheduled event. */
  next: z.object({ name: z.string(), state: z.enum(offeringStates), at: instant }).nullable(),
});
export type DemoClockState = z.output<typeof clock>;

export const demoEndpoints = {
  'demo.people': {
    route: 'GET /api/demo/people',
    guard: 'anyone',
    summary: 'Sign-in data of the demo broker.',
    response: z.array(
      z.object({
        name: z.string(),
        email: z.string(),
        password: z.string(),
        roles: z.array(z.enum(roles)),
        story: z.string(),
      }),
    ),
    demoOnly: true,
  },
  'demo.mailbox': {
    route: 'GET /api/demo/mailbox',
    guard: 'anyone',
    summary: 'Emails that the demo installation would have sent, newest first, filtered by address if one is given.',
    query: z.strictObject({ to: z.string().max(254).optional() }),
    response: z.array(z.object({ id: uuid, to: z.string(), subject: z.string(), language: z.string(), at: instant })),
    demoOnly: true,
  },
  'demo.email': {
    route: 'GET /api/demo/mailbox/:id',
    guard: 'anyone',
    summary: 'One email as plain text. Its HTML is at `/api/demo/mailbox/{id}/html`.',
    params: z.strictObject({ id: uuid }),
    response: z.object({
      id: uuid,
      to: z.string(),
      subject: z.string(),
      language: z.string(),
      plain: z.string(),
      links: z.array(z.string()),
      /** What the email calls each of them. */
      words: z.array(z.string().nullable()),
      at: instant,
    }),
    refusals: ['http.not_found'],
    demoOnly: true,
  },
  'demo.clock': {
    route: 'GET /api/demo/clock',
    guard: ['admin'],
    summary: 'The current time of the demo, and the next scheduled events.',
    response: clock,
    demoOnly: true,
  },
  'demo.move_clock': {
    route: 'POST /api/demo/clock',
    guard: ['admin'],
    summary: 'Move the demo’s clock forward. Repeating the call with the same `ahead_ms` has no further effect.',
    body: z.strictObject({
      by: z.enum(clockMoves, 'validation.choice'),
      /** As the caller read it: nothing happens when another person has moved it since. */
      ahead_ms: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    }),
    response: clock,
    demoOnly: true,
  },
  'demo.providers': {
    route: 'GET /api/demo/providers',
    guard: ['admin'],
    summary: 'The providers that the demo simulates, and which of them are connected.',
    response: z.object({
      providers: z.array(
        z.object({
          name: z.enum(demoProviderNames),
          port: z.enum(portNames),
          takes_two: z.boolean(),
          state: z.enum(providerStates),
          /** What it did, and what may happen there; null while it does not run. */
          page: z.string().nullable(),
        }),
      ),
      /** Who may approve what the caller connects. */
      approvers: z.array(z.string()),
    }),
    demoOnly: true,
  },
  'demo.use_provider': {
    route: 'POST /api/demo/providers/use',
    guard: ['admin'],
    summary:
      'Start a provider of the demo, connect it, test the connection and put it into use. What takes two people needs another one to approve it.',
    body: z.strictObject({ name: z.enum(demoProviderNames, 'validation.choice'), ...proof }),
    response: done,
    refusals: [
      ...proofRefusals,
      'connections.forged',
      'connections.adapter',
      'connections.value',
      'connections.address',
      'connections.amounts',
      'connections.account_fixed',
      'connections.secret_again',
      'connections.unchanged',
      'connections.untested',
      'approvals.request_open',
    ],
    rateLimit: { hits: 60, windowS: 3600, by: 'person' },
    demoOnly: true,
  },
} as const satisfies Endpoints;
