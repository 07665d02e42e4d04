import { useState } from 'react';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { ArchiveDialog } from './ArchiveDialog.tsx';
import { NicknameDialog } from './NicknameDialog.tsx';
import { PlatformButton } from '../PlatformButton.tsx';
import { TransferDialog } from '../TransferDialog.tsx';

/** What can be done with the money of one account. */
export function AccountActions({ account }: { account: TradingAccount }) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={flowStyles.row}>
      <PlatformButton account={account} variant="primary" />
      <Button onClick={() => setIsOpen(true)}>{t('trading.transfer')}</Button>
      {isOpen && <TransferDialog start={{ account }} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

/** What can be done with the account itself. */
export function AccountSettings({ account }: { account: TradingAccount }) {
  const t = useText();
  const [open, setOpen] = useState<'nickname' | 'archive' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen('nickname')}>
        {t('trading.rename')}
      </Button>
      <Button variant="quiet" size="small" onClick={() => setOpen('archive')}>
        {t('trading.archive')}
      </Button>
      {open === 'nickname' && <NicknameDialog account={account} onClose={close} />}
      {open === 'archive' && <ArchiveDialog account={account} onClose={close} />}
    </>
  );
}
