import type { StuckTransfer } from '#contract/trading/staff-transfers.ts';
import type { App } from '#server/platform/app.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';
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
  requested_utc: (transfer) => transfer.requested_at,
  proposed_outcome: ({ approval_request: approvalRequest }) => approvalRequest?.outcome ?? null,
  proposed_by: ({ approval_request: approvalRequest }) => approvalRequest?.by ?? null,
  proposed_utc: ({ approval_request: approvalRequest }) => approvalRequest?.at ?? null,
  note: ({ approval_request: approvalRequest }) => approvalRequest?.note ?? null,
};

/** Transfers without a known result, as a file. */
export const stuckFile = (app: App, me: Person): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'stuck-transfers',
    action: 'trading.stuck_transfers_file',
    filter: {},
    columns,
    read: async (limit) => (await listStuckTransfers(app, me, { limit })).transfers,
  });
