import { useQuery } from '@tanstack/react-query';
import { Plus, Wallet as WalletIcon } from 'lucide-react';
import { useState } from 'react';
import type { Wallet } from '#contract/wallets/endpoints.ts';
import { RestrictedNote } from '#web/payments/RestrictedNote.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { walletsQuery } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { ConvertDialog } from './conversion/ConvertDialog.tsx';
import { OpenWalletDialog } from './OpenWalletDialog.tsx';
import { WalletsTable } from './WalletsTable.tsx';
import { walletCurrenciesQuery } from './wallet-queries.ts';

/** Every wallet with what is in it. */
export function WalletsPage() {
  const t = useText();
  const wallets = useQuery(walletsQuery);
  return (
    <Page
      title={t('wallets.list_title')}
      intro={t('wallets.list_intro')}
      actions={wallets.data && <ListActions wallets={wallets.data} />}
    >
      <RestrictedNote />
      <QueryCard query={wallets} flush skeleton={<SkeletonRows count={2} />}>
        {(rows) =>
          rows.length > 0 ? (
            <WalletsTable wallets={rows} />
          ) : (
            <EmptyState icon={WalletIcon} title={t('wallets.empty_title')} text={t('wallets.empty_text')} />
          )
        }
      </QueryCard>
    </Page>
  );
}

function ListActions({ wallets }: { wallets: readonly Wallet[] }) {
  const t = useText();
  const { data: currencies = [] } = useQuery(walletCurrenciesQuery);
  const [open, setOpen] = useState<'open' | 'convert' | null>(null);
  const close = () => setOpen(null);
  const [first] = wallets;
  return (
    <>
      {wallets.length > 1 && <Button onClick={() => setOpen('convert')}>{t('wallets.convert')}</Button>}
      {currencies.length > 0 && (
        <Button icon={<Plus {...icon} />} onClick={() => setOpen('open')}>
          {t('wallets.open_title')}
        </Button>
      )}
      {first && <ConvertDialog open={open === 'convert'} wallets={wallets} fromId={first.id} onClose={close} />}
      <OpenWalletDialog open={open === 'open'} currencies={currencies} onClose={close} />
    </>
  );
}
