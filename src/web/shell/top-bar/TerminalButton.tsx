import { useQuery } from '@tanstack/react-query';
import { CandlestickChart, Plus } from 'lucide-react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { openDialog } from '#web/platform/navigation/dialogs.ts';
import { tradingAccountsQuery, useSignedIn } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { cx } from '#web/ui/cx.ts';
import { icon } from '#web/ui/icon.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './TerminalButton.module.css';

/** Opens the first account, or the list of accounts to choose one for the terminal: also where the accounts did not come, which the list says. */
export function TerminalButton() {
  const t = useText();
  const { trading_account_limit: max } = useSignedIn();
  const { data: accounts, isError } = useQuery(tradingAccountsQuery);
  const isPending = !accounts && !isError;
  const isFirst = accounts?.length === 0;
  if ((isFirst || isPending) && max === 0) return null;
  const dialog = isFirst ? 'create-trading-account' : 'open-account';
  const label = t(isFirst ? 'shell.new_trading_account' : 'shell.trading_terminal');
  const Icon = isFirst ? Plus : CandlestickChart;
  return (
    <Button
      size="small"
      className={cx(styles.terminal, isPending && styles.pending)}
      icon={<Icon {...icon} />}
      title={label}
      onClick={() => openDialog(dialog)}
    >
      <VisuallyHidden onPhone>{label}</VisuallyHidden>
    </Button>
  );
}
