import { useState } from 'react';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { AskSupport } from '#web/support/AskSupport.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ArchiveDialog } from './ArchiveDialog.tsx';
import { NicknameDialog } from './NicknameDialog.tsx';
import { aboutAccount } from '../support-links.ts';
import { PlatformButton } from '../PlatformButton.tsx';
import { TransferDialog } from '../TransferDialog.tsx';

/** What can be done with one account. */
export function AccountActions({ account }: { account: TradingAccount }) {
  const t = useText();
  const [open, setOpen] = useState<'transfer' | 'nickname' | 'archive' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <AskSupport spoken about={aboutAccount(account)} />
      <Button onClick={() => setOpen('nickname')}>{t('trading.rename')}</Button>
      <Button onClick={() => setOpen('archive')}>{t('trading.archive')}</Button>
      <Button onClick={() => setOpen('transfer')}>{t('trading.transfer')}</Button>
      <PlatformButton account={account} variant="primary" />
      {open === 'transfer' && <TransferDialog start={{ account }} onClose={close} />}
      {open === 'nickname' && <NicknameDialog account={account} onClose={close} />}
      {open === 'archive' && <ArchiveDialog account={account} onClose={close} />}
    </>
  );
}
