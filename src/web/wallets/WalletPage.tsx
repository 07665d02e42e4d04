import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { isMissing, throwWithoutData } from '#web/platform/only-object.ts';
import { Statement } from '#web/shell/Statement.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Page } from '#web/ui/Page.tsx';
import { FundingCard } from './FundingCard.tsx';
import { HoldsCard } from './HoldsCard.tsx';
import { OperationsCard } from './OperationsCard.tsx';
import { WalletFigures } from './WalletFigures.tsx';
import { walletQuery } from './wallet-query.ts';

/** One wallet: what is in it, what of that is set aside and why, and every movement that led there. */
export function WalletPage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const query = useInfiniteQuery({ ...walletQuery(id), throwOnError: throwWithoutData });
  if (isMissing(query.error) && !query.data) return <WalletMissing />;
  const info = query.data?.pages[0];
  return (
    <Page title={info?.wallet.name ?? t('wallets.wallet_title')}>
      <WalletFigures query={query} info={info} />
      {info && info.holds.length > 0 && <HoldsCard holds={info.holds} currency={info.wallet.currency} />}
      <OperationsCard query={query} />
      <FundingCard />
    </Page>
  );
}

function WalletMissing() {
  const t = useText();
  return (
    <Statement title={t('wallets.missing_title')} text={t('wallets.missing_text')}>
      <Go to="/wallet/list" className={buttonClass({ variant: 'primary' })}>
        {t('wallets.all_wallets')}
      </Go>
    </Statement>
  );
}
