import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Wallet } from '#contract/wallets/endpoints.ts';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { walletsQuery } from '#web/platform/session/session.ts';
import { TransferDialog } from '#web/trading/TransferDialog.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { ConvertDialog } from './conversion/ConvertDialog.tsx';
import { StatementDialog } from './StatementDialog.tsx';

/** What can be done with one wallet. */
export function WalletActions({ wallet }: { wallet: Wallet }) {
  const t = useText();
  const [open, setOpen] = useState<'convert' | 'statement' | 'transfer' | null>(null);
  const { data: wallets = [] } = useQuery(walletsQuery);
  const close = () => setOpen(null);
  return (
    <>
      <Link to={`/payments/deposit?wallet=${wallet.id}`} className={buttonClass({ variant: 'primary' })}>
        {t('wallets.deposit')}
      </Link>
      <Link to={`/payments/withdraw?wallet=${wallet.id}`} className={buttonClass()}>
        {t('wallets.withdraw')}
      </Link>
      <Button onClick={() => setOpen('transfer')}>{t('wallets.transfer')}</Button>
      {wallets.length > 1 && <Button onClick={() => setOpen('convert')}>{t('wallets.convert')}</Button>}
      <Button onClick={() => setOpen('statement')}>{t('wallets.statement')}</Button>
      <ConvertDialog open={open === 'convert'} wallets={wallets} fromId={wallet.id} onClose={close} />
      {open === 'transfer' && <TransferDialog start={{ wallet }} onClose={close} />}
      <StatementDialog
        open={open === 'statement'}
        title={t('wallets.statement_title')}
        save={(query) => download('GET /api/wallets/:wallet_id/statement', { params: { wallet_id: wallet.id }, query })}
        onClose={close}
      />
    </>
  );
}
