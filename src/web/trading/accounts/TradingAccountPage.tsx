import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { live } from '#web/platform/realtime/live.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { throwWithoutData } from '#web/platform/api/not-found.ts';
import { Async, StaleMark } from '#web/platform/api/Async.tsx';
import { tradingAccountsQuery } from '#web/platform/session/session.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Statement } from '#web/shell/Statement.tsx';
import { AskSupport } from '#web/support/AskSupport.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { archivedQuery } from '../account-queries.ts';
import { AccountState } from '../AccountState.tsx';
import { Freshness } from '../Freshness.tsx';
import { Leverage } from '../Leverage.tsx';
import { AccountActions, AccountSettings } from './AccountActions.tsx';
import { AccountFacts, AccountFactsSkeleton } from './AccountFacts.tsx';
import { ClosedCard } from '../records/ClosedCard.tsx';
import { DealsCard } from '../records/DealsCard.tsx';
import { EquityCard } from './EquityCard.tsx';
import { OrdersCard } from '../records/OrdersCard.tsx';
import { PositionsCard } from '../records/PositionsCard.tsx';
import { RestoreButton } from '../RestoreButton.tsx';
import { aboutAccount } from '../support-links.ts';
import styles from './TradingAccountPage.module.css';

const beatMs = 5000;

/** One account by its number: its figures and its history. */
export function TradingAccountPage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const accounts = useQuery({ ...live(tradingAccountsQuery, beatMs), throwOnError: throwWithoutData });
  const isOwn = ({ trading_account_id }: TradingAccount) => trading_account_id === id;
  const present = accounts.data?.find(isOwn);
  const archived = useQuery({
    ...archivedQuery,
    enabled: accounts.data !== undefined && !present,
    throwOnError: throwWithoutData,
  });
  const account = present ?? archived.data?.find(isOwn);
  if (accounts.data && archived.data && !archived.isFetching && !account) return <AccountMissing />;
  return (
    <Page
      back={<Link to="/trading-account">{t('trading.all_accounts')}</Link>}
      title={account?.nickname ?? t('trading.account_heading', { number: id })}
      state={account && <Standing account={account} />}
      actions={
        <>
          <StaleMark query={accounts} />
          {account && <HeadOf account={account} />}
        </>
      }
      figure={
        <Card>
          <Async query={{ ...accounts, data: account }} skeleton={<AccountFactsSkeleton />}>
            {(known) => (
              <>
                <AccountFacts
                  account={known}
                  {...(known.status !== 'archived' && {
                    acts: <AccountActions account={known} />,
                  })}
                />
                <WhyArchived account={known} />
              </>
            )}
          </Async>
        </Card>
      }
    >
      {account && <EquityCard key={`equity-${id}`} number={id} />}
      {account && <RecordsOf key={id} account={account} />}
    </Page>
  );
}

function Standing({ account }: { account: TradingAccount }) {
  const t = useText();
  return (
    <>
      <AccountState status={account.status} />
      <span>
        <DateTime at={account.created_at} as="date" within="trading.opened" />
      </span>
      <span>
        {t('trading.leverage')} <Leverage of={account.leverage} />
      </span>
      {account.former_number !== null && <span>{t('trading.former_number', { number: account.former_number })}</span>}
      <Freshness at={account.synchronised_at} />
    </>
  );
}

/** An archived account is there to be read; all that can be done is to bring it back. */
function HeadOf({ account }: { account: TradingAccount }) {
  if (account.status === 'archived') return <RestoreButton account={account} />;
  return (
    <>
      <AskSupport spoken about={aboutAccount(account)} />
      <AccountSettings account={account} />
    </>
  );
}

function WhyArchived({ account: { archived_at: at, archive_reason: reason } }: { account: TradingAccount }) {
  const t = useText();
  if (at === null) return null;
  return (
    <DescriptionList
      items={[
        { term: t('trading.archived_on'), details: <DateTime at={at} as="date" /> },
        { term: t('trading.archive_reason'), details: <span dir="auto">{reason}</span> },
      ]}
    />
  );
}

const parts = { positions: PositionsCard, orders: OrdersCard, closed: ClosedCard, deals: DealsCard };

/** What is open, what is done, and every deal: one at a time, for each may be long. */
function RecordsOf({ account }: { account: TradingAccount }) {
  const t = useText();
  // Nothing is open on an account that was put away.
  const [part, setPart] = useState<keyof typeof parts>(account.status === 'archived' ? 'deals' : 'positions');
  const Part = parts[part];
  return (
    <>
      <div className={styles.parts}>
        <SegmentedControl
          label={t('trading.records')}
          options={[
            { value: 'positions', label: t('trading.positions') },
            { value: 'orders', label: t('trading.orders_title') },
            { value: 'closed', label: t('trading.closed_title') },
            { value: 'deals', label: t('trading.deals_caption') },
          ]}
          value={part}
          onChange={setPart}
        />
      </div>
      <Part account={account} />
    </>
  );
}

function AccountMissing() {
  const t = useText();
  return (
    <Statement title={t('trading.missing_title')} text={t('trading.missing_text')}>
      <Link to="/trading-account" className={buttonClass({ variant: 'primary' })}>
        {t('trading.all_accounts')}
      </Link>
    </Statement>
  );
}
