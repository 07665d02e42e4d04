import type { Language } from '#contract/languages.ts';
import type { StuckTransfer } from '#contract/transfers-staff.ts';
import type { App } from '#server/platform/app.ts';
import type { FileAnswer } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/list-file.ts';
import type { Client } from '#server/platform/session.ts';
import { listStuckTransfers } from './stuck-transfers.ts';

const columns: Columns<StuckTransfer> = {
  id: ({ id }) => id,
  created_utc: (transfer) => transfer.created_at,
  direction: ({ direction }) => direction,
  state: ({ state }) => state,
  currency: ({ currency }) => currency,
  amount: ({ amount }) => ({ number: amount }),
  trading_account: (transfer) => transfer.trading_account_id,
  client: ({ client }) => client.name,
  client_id: ({ client }) => client.id,
  email: ({ client }) => client.email,
  asked_utc: (transfer) => transfer.asked_at,
  proposed_outcome: ({ proposal }) => proposal?.outcome ?? null,
  proposed_by: ({ proposal }) => proposal?.by ?? null,
  proposed_utc: ({ proposal }) => proposal?.at ?? null,
  note: ({ proposal }) => proposal?.note ?? null,
};

/** Transfers of which nobody has told what became, as a file. */
export const stuckFile = (app: App, me: Client, language: Language): Promise<FileAnswer> =>
  listFile(app, me, {
    name: 'stuck-transfers',
    act: 'trading.stuck_transfers_file',
    filter: {},
    columns,
    read: async (limit) => (await listStuckTransfers(app, me, language, { limit })).transfers,
  });
