import { Archive, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { Menu } from '#web/ui/Menu.tsx';
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
    <div className={flowStyles.filled}>
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
      <Menu
        label={t('common.more_acts')}
        acts={[
          { label: t('trading.rename'), icon: <Pencil {...icon} />, onChoose: () => setOpen('nickname') },
          { label: t('trading.archive'), icon: <Archive {...icon} />, onChoose: () => setOpen('archive') },
        ]}
      />
      {open === 'nickname' && <NicknameDialog account={account} onClose={close} />}
      {open === 'archive' && <ArchiveDialog account={account} onClose={close} />}
    </>
  );
}
