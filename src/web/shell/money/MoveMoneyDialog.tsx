import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, RefreshCw } from 'lucide-react';
import { closeDialog, openDialog } from '#web/platform/navigation/dialogs.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { walletsQuery } from '#web/platform/session/session.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { icon } from '#web/ui/icon.ts';
import { Row, Rows } from '#web/ui/rows/Row.tsx';
import styles from './MoveMoneyDialog.module.css';

/** The ways to move money, one click away from every screen. */
export function MoveMoneyDialog() {
  const t = useText();
  const { data: wallets } = useQuery(walletsQuery);
  return (
    <Dialog
      open
      title={t('shell.move_money')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      onClear={closeDialog}
    >
      <div className={styles.sheet}>
        <Rows>
          <Row
            icon={<ArrowDownToLine {...icon} />}
            name={
              <Link to="/payments/deposit" onClick={closeDialog}>
                {t('shell.deposit')}
              </Link>
            }
            more={t('shell.deposit_hint')}
          />
          <Row
            icon={<ArrowUpFromLine {...icon} />}
            name={
              <Link to="/payments/withdraw" onClick={closeDialog}>
                {t('shell.withdraw')}
              </Link>
            }
            more={t('shell.withdraw_hint')}
          />
          <Row
            icon={<ArrowLeftRight {...icon} />}
            name={
              <button type="button" onClick={() => openDialog('transfer')}>
                {t('shell.transfer')}
              </button>
            }
            more={t('shell.transfer_hint')}
          />
          {wallets && wallets.length > 1 && (
            <Row
              icon={<RefreshCw {...icon} />}
              name={
                <button type="button" onClick={() => openDialog('convert')}>
                  {t('shell.convert')}
                </button>
              }
              more={t('shell.convert_hint')}
            />
          )}
        </Rows>
      </div>
    </Dialog>
  );
}
