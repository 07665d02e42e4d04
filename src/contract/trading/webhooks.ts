import { z } from 'zod';
import { decimal } from '#contract/kernel/fields.ts';
import { ofClient } from '#contract/operator/event-data.ts';

const account = z.object({ ...ofClient, account_number: z.string() });

/** The payloads of its public events. */
export const tradingWebhooks = {
  'account.opened': account,
  'account.margin_call': account.extend({ margin_level: decimal }),
  'account.stop_out': account.extend({ symbol: z.string() }),
} as const;
