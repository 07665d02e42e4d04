import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, FileText, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { Wallet } from '#contract/wallets/endpoints.ts';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { walletsQuery } from '#web/platform/session/session.ts';
import { TransferDialog } from '#web/trading/TransferDialog.tsx';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { ActFace, ActionBar, actClass } from '#web/ui/layout/ActionBar.tsx';
import { ConvertDialog } from './conversion/ConvertDialog.tsx';
import { StatementDialog } from './StatementDialog.tsx';

/** What can be done with the money of one wallet. */
export function WalletActions({ walletId, wallet }: { walletId: string; wallet: Wallet | undefined }) {
  const t = useText();
  const [open, setOpen] = useState<'convert' | 'transfer' | null>(null);
  const { data: wallets = [] } = useQuery(walletsQuery);
  const close = () => setOpen(null);
  return (
    <>
      <ActionBar>
        <Link to={`/payments/deposit?wallet=${walletId}`} className={actClass(true)}>
          <ActFace icon={<ArrowDownToLine {...icon} />}>{t('wallets.deposit')}</ActFace>
        </Link>
        <Link to={`/payments/withdraw?wallet=${walletId}`} className={actClass()}>
          <ActFace icon={<ArrowUpFromLine {...icon} />}>{t('wallets.withdraw')}</ActFace>
        </Link>
        <button type="button" className={actClass()} onClick={() => setOpen('transfer')}>
          <ActFace icon={<ArrowLeftRight {...icon} />}>{t('wallets.transfer')}</ActFace>
        </button>
        {wallets.length > 1 && (
          <button type="button" className={actClass()} onClick={() => setOpen('convert')}>
            <ActFace icon={<RefreshCw {...icon} />}>{t('wallets.convert')}</ActFace>
          </button>
        )}
      </ActionBar>
      <ConvertDialog open={open === 'convert'} wallets={wallets} fromId={walletId} onClose={close} />
      {open === 'transfer' && wallet && <TransferDialog start={{ wallet }} onClose={close} />}
    </>
  );
}

/** A file of the wallet's movements in a period. */
export function StatementButton({ walletId }: { walletId: string }) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={<FileText {...icon} />} onClick={() => setIsOpen(true)}>
        {t('wallets.statement')}
      </Button>
      <StatementDialog
        open={isOpen}
        title={t('wallets.statement_title')}
        save={(query) => download('GET /api/wallets/:wallet_id/statement', { params: { wallet_id: walletId }, query })}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
