import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Wallet } from '#contract/wallets/endpoints.ts';
import { RestrictedNote } from '#web/payments/RestrictedNote.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useSignedIn, walletsQuery } from '#web/platform/session/session.ts';
import { useIsNew } from '#web/portfolio/use-is-new.ts';
import { MoneyActs } from '#web/shell/money/MoneyActs.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { ShareBar } from '#web/ui/figures/StackBar.tsx';
import { icon } from '#web/ui/icon.ts';
import { Card } from '#web/ui/layout/Card.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { RowsSkeleton } from '#web/ui/rows/RowsSkeleton.tsx';
import { EarlierLink } from './earlier/EarlierLink.tsx';
import { LatestOperations } from './LatestOperations.tsx';
import { OpenWalletDialog } from './OpenWalletDialog.tsx';
import { totalUsd } from './total-usd.ts';
import { walletCurrenciesQuery } from './wallet-queries.ts';
import { filledOf, WalletRows } from './WalletRows.tsx';

const isEmpty = ({ native_balance: balance }: Wallet) => !/[1-9]/.test(balance);

/** What is in all wallets together, and in each. */
export function WalletsPage() {
  const t = useText();
  const { may_deal: mayDeal } = useSignedIn();
  const wallets = useQuery(walletsQuery);
  // What there was before is asked only of empty wallets.
  const isNew = useIsNew({ ruledOut: !wallets.data?.every(isEmpty) });
  // One act leads on from nothing: that of the drawing below.
  const isBare = wallets.data?.every(isEmpty) && isNew !== false;
  return (
    <Page
      title={t('wallets.list_title')}
      intro={!isBare && t('wallets.list_intro')}
      actions={<OpenWallet />}
      figure={
        <>
          <RestrictedNote />
          <Card>
            <Hero
              label={t('wallets.all_in_usd')}
              value={
                wallets.data && isNew !== undefined ? (
                  <Sum amount={totalUsd(wallets.data)} currency="USD" hero />
                ) : (
                  <Skeleton width="14rem" />
                )
              }
              acts={!isBare && <MoneyActs />}
            >
              {!isBare && <Shares wallets={wallets.data ?? []} />}
            </Hero>
          </Card>
        </>
      }
    >
      <QueryCard query={wallets} flush skeleton={<RowsSkeleton count={2} />}>
        {(rows) =>
          rows.length > 0 ? (
            <WalletRows wallets={rows} shared />
          ) : (
            <EmptyState
              icon={<Drawing name="basin" />}
              title={t('wallets.empty_title')}
              text={t('wallets.empty_text')}
            />
          )
        }
      </QueryCard>
      {isNew && (
        <Card flush>
          <EmptyState
            icon={<Drawing name="basin" />}
            title={t('shell.first_deposit')}
            text={t('shell.first_deposit_text')}
            {...(mayDeal && { action: <FirstDeposit /> })}
          />
        </Card>
      )}
      {isNew === false && wallets.data && <LatestOperations wallets={wallets.data} />}
      <EarlierLink />
    </Page>
  );
}

function FirstDeposit() {
  const t = useText();
  return (
    <Link to="/payments/deposit" className={buttonClass({ variant: 'primary' })}>
      {t('shell.deposit')}
    </Link>
  );
}

/** How the total is shared among wallets, whose rows say how much each has; its line has its place before they are there. */
function Shares({ wallets }: { wallets: readonly Wallet[] }) {
  return <ShareBar parts={filledOf(wallets).map(({ id, balance }) => ({ key: id, percent: Number(balance) }))} />;
}

function OpenWallet() {
  const t = useText();
  const { data: currencies } = useQuery(walletCurrenciesQuery);
  const [open, setOpen] = useState(false);
  // Its place is there before it is known whether a currency is left.
  const isLeft = currencies === undefined || currencies.length > 0;
  return (
    <>
      {isLeft && (
        <Button icon={<Plus {...icon} />} disabled={!currencies} onClick={() => setOpen(true)}>
          {t('wallets.open_title')}
        </Button>
      )}
      <OpenWalletDialog open={open} currencies={currencies ?? []} onClose={() => setOpen(false)} />
    </>
  );
}
