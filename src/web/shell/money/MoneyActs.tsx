import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, RefreshCw } from 'lucide-react';
import { openDialog } from '#web/platform/navigation/dialogs.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useSignedIn, walletsQuery } from '#web/platform/session/session.ts';
import { icon } from '#web/ui/icon.ts';
import { ActFace, ActionBar, actClass } from '#web/ui/layout/ActionBar.tsx';

/** The acts on the client's money, as they stand beside what is in all wallets. */
export function MoneyActs() {
  const t = useText();
  const { may_deal: mayDeal } = useSignedIn();
  const { data: wallets } = useQuery(walletsQuery);
  if (!mayDeal) return null;
  return (
    <ActionBar>
      <Link to="/payments/deposit" className={actClass(true)}>
        <ActFace icon={<ArrowDownToLine {...icon} />}>{t('shell.deposit')}</ActFace>
      </Link>
      <Link to="/payments/withdraw" className={actClass()}>
        <ActFace icon={<ArrowUpFromLine {...icon} />}>{t('shell.withdraw')}</ActFace>
      </Link>
      <button type="button" className={actClass()} onClick={() => openDialog('transfer')}>
        <ActFace icon={<ArrowLeftRight {...icon} />}>{t('shell.transfer')}</ActFace>
      </button>
      {wallets && wallets.length > 1 && (
        <button type="button" className={actClass()} onClick={() => openDialog('convert')}>
          <ActFace icon={<RefreshCw {...icon} />}>{t('shell.convert')}</ActFace>
        </button>
      )}
    </ActionBar>
  );
}
