import { ArrowLeftRight } from 'lucide-react';
import { openDialog } from '#web/platform/navigation/dialogs.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { icon } from '#web/ui/icon.ts';
import styles from './MoveMoneyButton.module.css';

/** At the head of the menu on every screen. */
export function MoveMoneyButton() {
  const t = useText();
  return (
    <button type="button" className={styles.button} onClick={() => openDialog('move-money')}>
      <ArrowLeftRight {...icon} />
      {t('shell.move_money')}
    </button>
  );
}
