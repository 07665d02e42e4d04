import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { openDialog } from '#web/platform/navigation/dialogs.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async, StaleMark } from '#web/platform/api/Async.tsx';
import { tradingAccountsQuery, useSignedIn } from '#web/platform/session/session.ts';
import { readTileView, writeTileView } from '#web/platform/session/browser-storage.ts';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { AccountCard } from './AccountCard.tsx';
import { AccountsHero } from './AccountsHero.tsx';
import { AccountsTable } from './AccountsTable.tsx';
import { ArchivedCard } from './ArchivedCard.tsx';
import { AccountCardSkeleton } from './AccountCardSkeleton.tsx';
import styles from './TradingAccountsPage.module.css';

/** The own accounts, and a way to another as long as the limit allows one. */
export function TradingAccountsPage() {
  const t = useText();
  const { trading_account_limit: max } = useSignedIn();
  const accounts = useQuery(tradingAccountsQuery);
  const count = accounts.data?.length ?? 0;
  const [isTileView, setIsTileView] = useState(readTileView);
  const show = (view: 'tiles' | 'list') => {
    setIsTileView(view === 'tiles');
    writeTileView(view === 'tiles');
  };
  return (
    <Page
      title={t('trading.list_title')}
      intro={t('trading.list_intro', { max: max })}
      actions={
        <>
          <StaleMark query={accounts} />
          {count > 1 && (
            <SegmentedControl
              label={t('trading.view')}
              options={(['tiles', 'list'] as const).map((value) => ({ value, label: t(`trading.view_${value}`) }))}
              value={isTileView ? 'tiles' : 'list'}
              onChange={show}
            />
          )}
          {count > 0 && count < max && <NewAccountButton />}
        </>
      }
      figure={count > 0 && accounts.data && <AccountsHero accounts={accounts.data} shared={count > 1 && !isTileView} />}
    >
      <Async
        query={accounts}
        skeleton={
          <div className={styles.tiles}>
            <AccountCardSkeleton />
            <AccountCardSkeleton />
          </div>
        }
      >
        {(rows) =>
          rows.length === 0 ? (
            max > 0 && (
              <Card flush>
                <EmptyState
                  icon={<Drawing name="olive" />}
                  title={t('trading.empty_title')}
                  text={t('trading.empty_text')}
                  action={<NewAccountButton isFirst />}
                />
              </Card>
            )
          ) : rows.length > 1 && !isTileView ? (
            <AccountsTable accounts={rows} />
          ) : (
            <div className={styles.tiles}>
              {rows.map((account) => (
                <AccountCard key={account.trading_account_id} account={account} />
              ))}
            </div>
          )
        }
      </Async>
      <ArchivedCard />
    </Page>
  );
}

function NewAccountButton({ isFirst = false }: { isFirst?: boolean }) {
  const t = useText();
  return (
    <Button
      variant={isFirst ? 'primary' : 'secondary'}
      icon={<Plus {...icon} />}
      onClick={() => openDialog('create-trading-account')}
    >
      {t('trading.new_account')}
    </Button>
  );
}
