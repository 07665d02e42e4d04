import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { RestrictedNote } from '#web/payments/RestrictedNote.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { live } from '#web/platform/realtime/live.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useDocumentTitle } from '#web/platform/navigation/document-title.ts';
import { isNotFound, throwWithoutData } from '#web/platform/api/not-found.ts';
import { Statement } from '#web/shell/Statement.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { BalancesCard } from './BalancesCard.tsx';
import { OperationsCard } from './operations/OperationsCard.tsx';
import { StatementButton } from './WalletActions.tsx';
import { walletEveryMs, walletNotices, walletQuery } from './wallet-queries.ts';

/** One wallet: what is in it, what explains that, and every movement that led there. */
export function WalletPage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ ...live(walletQuery(id), walletEveryMs, walletNotices), throwOnError: throwWithoutData });
  useDocumentTitle(query.data?.wallet.name);
  if (isNotFound(query.error) && !query.data) return <WalletMissing />;
  const wallet = query.data?.wallet;
  return (
    <Page
      back={<Link to="/wallet/list">{t('wallets.all_wallets')}</Link>}
      title={wallet?.name ?? t('wallets.wallet_title')}
      actions={<StatementButton walletId={id} />}
      figure={
        <>
          <RestrictedNote />
          <BalancesCard key={id} walletId={id} query={{ ...query, data: wallet }} />
        </>
      }
    >
      <OperationsCard key={`${id}-operations`} walletId={id} />
    </Page>
  );
}

function WalletMissing() {
  const t = useText();
  return (
    <Statement title={t('wallets.missing_title')} text={t('wallets.missing_text')}>
      <Link to="/wallet/list" className={buttonClass({ variant: 'primary' })}>
        {t('wallets.all_wallets')}
      </Link>
    </Statement>
  );
}
