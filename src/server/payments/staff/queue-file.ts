import type { Language } from '#contract/kernel/languages.ts';
import type { QueueRow } from '#contract/payments/staff-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { showQueueRow } from './queue-row.ts';
import { findQueued, type QueueFilters } from './queue.ts';

const columns: Columns<QueueRow> = {
  number: ({ number }) => number,
  created_utc: ({ created_at: at }) => at,
  updated_utc: ({ updated_at: at }) => at,
  kind: ({ kind }) => kind,
  state: ({ state }) => state,
  client: ({ client }) => client.name,
  client_id: ({ client }) => client.id,
  currency: ({ currency }) => currency,
  amount: ({ amount }) => ({ number: amount }),
  fee: ({ fee }) => ({ number: fee }),
  net: ({ net }) => ({ number: net }),
  usd: ({ usd }) => ({ number: usd }),
  method: ({ method }) => method ?? '',
  account: ({ account }) => account ?? '',
  category: ({ category }) => category ?? '',
  held_back: ({ held_back }) => held_back ?? '',
  reviewer: ({ reviewer }) => reviewer?.name ?? '',
  approvals: ({ approvals }) => ({ number: String(approvals) }),
  approvals_needed: ({ approvals_needed: needed }) => ({ number: String(needed) }),
};

/** The queue as a file, with the filters of the screen. */
export const queueFile = (app: App, me: Person, language: Language, filter: QueueFilters): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'payments',
    action: 'payments.queue_file',
    filter,
    columns,
    read: async (limit) =>
      (await findQueued(app, me, filter, limit)).map((row) => showQueueRow(app, language, me, row)),
  });
