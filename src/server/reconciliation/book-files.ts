import type { ResponseBody } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import type { BookAccount, BookPosting } from '#contract/reconciliation/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import {
  listBookAccounts,
  listPostings,
  readBookAccount,
  readTrialBalance,
  type AccountsQuery,
  type PostingsQuery,
} from './books.ts';

type Kind = ResponseBody<Api['reconciliation.trial_balance']>['currencies'][number]['kinds'][number];

const ofBalance: Columns<Kind & { until: string; currency: string }> = {
  until_utc: ({ until }) => until,
  currency: ({ currency }) => currency,
  kind: ({ kind }) => kind,
  accounts: ({ accounts }) => accounts,
  debits: ({ debits }) => ({ number: debits }),
  credits: ({ credits }) => ({ number: credits }),
  balance: ({ balance }) => ({ number: balance }),
};

/**
 * The trial balance as a file. Without a requested instant it is of now; the instant is in the audit log and in each
 * row.
 */
export function trialBalanceFile(app: App, me: Person, filter: { until?: string | undefined }): Promise<FileResponse> {
  const until = filter.until ?? app.clock.now().toISOString();
  return listFile(app, me, {
    name: 'trial-balance',
    action: 'reconciliation.export_balance',
    filter: { until },
    columns: ofBalance,
    read: async () => {
      const { currencies } = await readTrialBalance(app, filter);
      return currencies.flatMap(({ currency, kinds }) => kinds.map((line) => ({ ...line, until, currency })));
    },
  });
}

const ofAccount = (currency: string): Columns<BookAccount> => ({
  id: ({ id }) => id,
  code: ({ code }) => code,
  client: ({ client }) => client?.name ?? null,
  client_id: ({ client }) => client?.id ?? null,
  currency: () => currency,
  debits: ({ debits }) => ({ number: debits }),
  credits: ({ credits }) => ({ number: credits }),
  balance: ({ balance }) => ({ number: balance }),
  postings: ({ postings }) => postings,
});

/** The accounts behind one line of the trial balance as a file. */
export const accountsFile = (app: App, me: Person, filter: AccountsQuery): Promise<FileResponse> =>
  listFile(app, me, {
    name: `accounts-${filter.kind.replaceAll('_', '-')}-${filter.currency}`,
    action: 'reconciliation.accounts_file',
    filter,
    columns: ofAccount(filter.currency),
    read: async (limit) => (await listBookAccounts(app, { ...filter, limit })).accounts,
  });

const ofPosting = (currency: string): Columns<BookPosting> => ({
  id: ({ id }) => id,
  posted_utc: ({ at }) => at,
  kind: ({ kind }) => kind,
  currency: () => currency,
  amount: ({ amount }) => ({ number: amount }),
  balance_after: (posting) => ({ number: posting.balance_after }),
  transaction_id: (posting) => posting.transaction_id,
  reference: ({ reference }) => reference,
  reason: ({ reason }) => reason,
  others: ({ others }) => others.map((other) => `${other.code} ${other.amount} ${other.currency}`).join('; '),
});

/**
 * What was posted on one account, as a file. On a client’s account the export counts as an access to the client's data.
 * @throws Refusal `http.not_found`
 */
export async function postingsFile(app: App, me: Person, filter: PostingsQuery): Promise<FileResponse> {
  const { currency } = await readBookAccount(app, filter.account_id);
  return listFile(app, me, {
    name: 'postings',
    action: 'reconciliation.postings_file',
    filter,
    columns: ofPosting(currency),
    read: async (limit) => (await listPostings(app, me, { ...filter, limit })).postings,
  });
}
