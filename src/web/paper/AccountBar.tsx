import { LogOut } from 'lucide-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { PaperState } from '#contract/paper/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { StaleMark } from '#web/platform/api/Async.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Movement, Money } from '#web/platform/i18n/Money.tsx';
import { toggleTheme, useTheme } from '#web/platform/theme.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { icon } from '#web/ui/icon.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import styles from './AccountBar.module.css';
import { clearPlatformSession } from './platform-session.ts';
import { paperCall, useTerminal } from './terminal.ts';

interface AccountBarProps {
  holder: string;
  state: UseQueryResult<PaperState>;
  simulated: boolean;
}

/** The account's owner, its value at this second, and the sign-out. */
export function AccountBar({ holder, state, simulated }: AccountBarProps) {
  const t = useText();
  const account = state.data?.account;
  if (!account) return null;
  const { currency } = account;
  const figures = [
    { label: t('trading.balance'), value: <Money amount={account.balance} currency={currency} /> },
    { label: t('terminal.unrealised'), value: <Movement amount={account.unrealised} currency={currency} /> },
    { label: t('trading.equity'), value: <Money amount={account.equity} currency={currency} strong /> },
    { label: t('terminal.margin'), value: <Money amount={account.margin} currency={currency} /> },
    { label: t('trading.free_margin'), value: <Money amount={account.free_margin} currency={currency} /> },
    { label: t('terminal.margin_level'), value: <MarginLevel account={account} /> },
  ];
  return (
    <Card className={styles.bar}>
      <header className={flowStyles.centred12}>
        <h1 className={styles.title}>
          {t('terminal.account_heading', { number: account.trading_account_id, currency })}
        </h1>
        <span className={textStyles.soft}>{t('terminal.holder', { name: holder })}</span>
        {simulated && <Badge>{t('terminal.simulated')}</Badge>}
        <StaleMark query={state} />
        <Exits />
      </header>
      {!account.may_trade && (
        <Alert tone="warning">
          <p>{t('terminal.access_only')}</p>
        </Alert>
      )}
      <dl className={styles.figures}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function MarginLevel({ account }: { account: PaperState['account'] }) {
  const t = useText();
  const format = useFormat();
  if (account.margin_level === null) return t('terminal.no_margin_level');
  const level = Number(account.margin_level);
  const isLow = level <= Number(account.margin_call_percent);
  return (
    <span className={isLow ? styles.low : undefined}>
      <bdi>{format.share(account.margin_level)}</bdi>
    </span>
  );
}

function Exits() {
  const t = useText();
  const { session } = useTerminal();
  const theme = useTheme();
  const leave = () => {
    void paperCall(session, 'POST /api/paper/sign-out', { body: {} }).catch(() => undefined);
    clearPlatformSession();
  };
  return (
    <span className={styles.exits}>
      <Button size="small" variant="quiet" onClick={toggleTheme}>
        {t(theme === 'light-theme' ? 'terminal.dark' : 'terminal.light')}
      </Button>
      <Link to="/trading-account" className={buttonClass({ size: 'small' })} onClick={leave}>
        <LogOut {...icon} />
        {t('terminal.leave')}
      </Link>
    </span>
  );
}
