import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { closeDialog, useOpenDialog } from '#web/platform/navigation/dialogs.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async } from '#web/platform/api/Async.tsx';
import { openPlatform } from '#web/platform/session/open-platform.ts';
import { tradingAccountsQuery } from '#web/platform/session/session.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import styles from './Dialogs.module.css';

/** The client's accounts, each with a button that signs in to the platform. */
export function OpenAccountDialog() {
  const t = useText();
  const isOpen = useOpenDialog() === 'open-account';
  const query = useQuery(tradingAccountsQuery);
  return (
    <Dialog
      open={isOpen}
      title={t('shell.open_account_title')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      onClear={closeDialog}
    >
      {isOpen && (
        <Async query={query} skeleton={<Skeleton height="4rem" />}>
          {(accounts) => (
            <ul className={styles.accounts}>
              {accounts.map((account) => (
                <AccountRow key={account.trading_account_id} account={account} />
              ))}
            </ul>
          )}
        </Async>
      )}
    </Dialog>
  );
}

function AccountRow({ account }: { account: TradingAccount }) {
  const t = useText();
  const format = useFormat();
  const [isBusy, setIsBusy] = useState(false);
  const choose = async () => {
    setIsBusy(true);
    await openPlatform(account.trading_account_id);
    setIsBusy(false);
  };
  return (
    <li className={styles.account}>
      <div>
        <p className={styles.number}>
          <bdi>{account.trading_account_id}</bdi>
          <Badge>{t('shell.live')}</Badge>
        </p>
        <p>
          <bdi>{format.symbol(account.balance, 'USD')}</bdi>
        </p>
      </div>
      <Button busy={isBusy} onClick={() => void choose()}>
        {t('shell.choose_account')}
      </Button>
    </li>
  );
}
