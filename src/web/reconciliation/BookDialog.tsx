import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BookAccount, BookPosting } from '#contract/reconciliation/endpoints.ts';
import { operationKinds } from '#contract/wallets/names.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async } from '#web/platform/api/Async.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { Movement, Money } from '#web/platform/i18n/Money.tsx';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { AccountCode, AccountName } from './AccountName.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import { accountsQuery, postingsQuery, saveAccounts, savePostings, type BookLine } from './reconciliation-queries.ts';

const typingDelayMs = 300;

/** The accounts behind a line of the trial balance, and the postings of one that is chosen. */
export function BookDialog({ line, onClose }: { line: BookLine; onClose: () => void }) {
  const t = useText();
  const [account, setAccount] = useState<BookAccount | null>(null);
  return (
    <Dialog
      open
      wide
      title={`${t(`reconciliation.kind_${line.kind}`)} · ${line.currency}`}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      onClear={onClose}
    >
      {account ? (
        <div className={flowStyles.stack}>
          <div className={flowStyles.row}>
            <Button size="small" onClick={() => setAccount(null)}>
              {t('reconciliation.all_accounts')}
            </Button>
            <CsvButton small action={() => savePostings(account.id, line.day)} />
          </div>
          <AccountTitle account={account} />
          <Postings account={account} line={line} />
        </div>
      ) : (
        <Accounts line={line} onChoose={setAccount} />
      )}
    </Dialog>
  );
}

/** The account's client, or which account of the operator; the code is what the search finds it by. */
function AccountTitle({ account: { client, code } }: { account: BookAccount }) {
  return (
    <div>
      {client ? <bdi>{client.name}</bdi> : <AccountName code={code} />}
      <p className={textStyles.soft}>
        <AccountCode code={code} />
      </p>
    </div>
  );
}

function Accounts({ line, onChoose }: { line: BookLine; onChoose: (account: BookAccount) => void }) {
  const t = useText();
  const [search, setSearch] = useState('');
  const settled = useDebounced(search.trim(), typingDelayMs);
  const query = useInfiniteQuery(accountsQuery(line, settled));
  const columns: Column<BookAccount>[] = [
    { key: 'account', header: t('reconciliation.account'), cell: (account) => <AccountTitle account={account} /> },
    {
      key: 'balance',
      header: t('reconciliation.balance'),
      numeric: true,
      cell: ({ balance }) => <Money amount={balance} currency={line.currency} />,
    },
    {
      key: 'postings',
      header: t('reconciliation.postings'),
      numeric: true,
      cell: (account) => (
        <Button size="small" onClick={() => onChoose(account)}>
          {t('reconciliation.see_postings', { count: account.postings })}
        </Button>
      ),
    },
  ];
  return (
    <div className={flowStyles.stack}>
      <TextField
        type="search"
        label={t('reconciliation.search_account')}
        maxLength={80}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <div className={flowStyles.row}>
        <CsvButton small action={() => saveAccounts(line, settled)} />
      </div>
      <Async query={query} skeleton={<SkeletonRows count={4} />}>
        {({ pages }) => (
          <>
            <DataTable
              caption={t('reconciliation.account')}
              columns={columns}
              rows={pages.flatMap(({ accounts }) => accounts)}
              rowKey={({ id }) => id}
            />
            <MoreButton query={query} />
          </>
        )}
      </Async>
    </div>
  );
}

function Postings({ account, line: { currency, day } }: { account: BookAccount; line: BookLine }) {
  const t = useText();
  const query = useInfiniteQuery(postingsQuery(account.id, day));
  const columns: Column<BookPosting>[] = [
    {
      key: 'at',
      header: t('reconciliation.at'),
      cell: ({ at, kind, reference, reason }) => (
        <>
          <PostedKind kind={kind} />
          <p className={textStyles.soft}>
            <DateTime at={at} />
          </p>
          {reference && (
            <p className={textStyles.soft}>
              <AccountCode code={reference} />
            </p>
          )}
          {reason && <p className={textStyles.soft}>{reason}</p>}
        </>
      ),
    },
    {
      key: 'others',
      header: t('reconciliation.others'),
      cell: ({ others }) =>
        others.map(({ code, amount, currency: of }) => (
          <p key={`${code} ${amount}`}>
            <AccountName code={code} /> <Movement amount={amount} currency={of} />
          </p>
        )),
    },
    {
      key: 'amount',
      header: t('reconciliation.amount'),
      numeric: true,
      cell: ({ amount }) => <Movement amount={amount} currency={currency} />,
    },
    {
      key: 'after',
      header: t('reconciliation.after'),
      numeric: true,
      cell: ({ balance_after: after }) => (after === null ? '–' : <Money amount={after} currency={currency} />),
    },
  ];
  return (
    <Async query={query} skeleton={<SkeletonRows count={4} />}>
      {({ pages }) => (
        <>
          <DataTable
            caption={t('reconciliation.postings')}
            columns={columns}
            rows={pages.flatMap(({ postings }) => postings)}
            rowKey={({ id }) => id}
          />
          <MoreButton query={query} />
        </>
      )}
    </Async>
  );
}

/** What a transaction is, as its client reads it too; the two of trading never move a wallet. */
function PostedKind({ kind }: { kind: string }) {
  const t = useText();
  if (kind === 'trading_result' || kind === 'negative_balance') return t(`reconciliation.posted_${kind}`);
  const known = [...operationKinds, 'hold', 'release'] as const;
  const named = known.find((each) => each === kind);
  return named ? t(`wallets.kind_${named}`) : <AccountCode code={kind} />;
}
