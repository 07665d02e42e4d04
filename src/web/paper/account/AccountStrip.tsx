import { Keyboard, LogOut, Moon, Sun } from 'lucide-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PaperState } from '#contract/paper/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { StaleMark } from '#web/platform/api/Async.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { toggleTheme, useTheme } from '#web/platform/theme.ts';
import { Brand } from '#web/shell/top-bar/Brand.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { icon } from '#web/ui/icon.ts';
import { IconButton, iconButtonClass } from '#web/ui/IconButton.tsx';
import { clearPlatformSession } from '../platform-session.ts';
import { Result } from '../Result.tsx';
import { paperCall, useTerminal } from '../terminal.ts';
import { useInstruments } from '../terminal-queries.ts';
import { usePlain } from '../use-plain.ts';
import styles from './AccountStrip.module.css';
import { MarginGauge } from './MarginGauge.tsx';

interface AccountStripProps {
  holder: string;
  state: UseQueryResult<PaperState>;
  /** Shows which keys act on the terminal. */
  onKeys: () => void;
}

/** The account's value at this second in one line, and the ways out. On a phone equity and margin are left. */
export function AccountStrip({ holder, state, onKeys }: AccountStripProps) {
  const t = useText();
  const plain = usePlain();
  const isSimulated = useInstruments().data?.simulated;
  const account = state.data?.account;
  if (!account) return null;
  return (
    <header className={styles.strip}>
      <Brand size={20} />
      <h1 className={styles.title}>
        {t('terminal.account_heading', { number: account.trading_account_id, currency: account.currency })}
      </h1>
      <span className={cx(styles.holder, styles.folded)}>{t('terminal.holder', { name: holder })}</span>
      {isSimulated && (
        <span className={cx(styles.simulated, styles.folded)}>
          <Badge>{t('terminal.simulated')}</Badge>
        </span>
      )}
      <StaleMark query={state} />
      <dl className={styles.figures}>
        <Figure label={t('trading.balance')} folded>
          {plain.amount(account.balance)}
        </Figure>
        <Figure label={t('terminal.unrealised')} folded>
          <Result amount={account.unrealised} />
        </Figure>
        <Figure label={t('trading.equity')} strong>
          {plain.amount(account.equity)}
        </Figure>
        <Figure label={t('trading.free_margin')} folded>
          {plain.amount(account.free_margin)}
        </Figure>
        <Figure label={t('terminal.margin_level')}>
          <MarginGauge account={account} />
        </Figure>
      </dl>
      <Exits onKeys={onKeys} />
    </header>
  );
}

interface FigureProps {
  label: string;
  strong?: boolean;
  /** Left out where there is no space. */
  folded?: boolean;
  children: ReactNode;
}

function Figure({ label, strong, folded, children }: FigureProps) {
  return (
    <div className={cx(styles.figure, strong && styles.strong, folded && styles.folded)}>
      <dt>{label}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}

function Exits({ onKeys }: { onKeys: () => void }) {
  const t = useText();
  const { session } = useTerminal();
  const theme = useTheme();
  const leave = () => {
    void paperCall(session, 'POST /api/paper/sign-out', { body: {} }).catch(() => undefined);
    clearPlatformSession();
  };
  const isLight = theme === 'light-theme';
  return (
    <span className={styles.exits}>
      <span className={styles.keys}>
        <IconButton label={t('terminal.keys_title')} onClick={onKeys}>
          <Keyboard {...icon} />
        </IconButton>
      </span>
      <IconButton label={t(isLight ? 'terminal.dark' : 'terminal.light')} onClick={toggleTheme}>
        {isLight ? <Moon {...icon} /> : <Sun {...icon} />}
      </IconButton>
      <Link
        to="/trading-account"
        className={iconButtonClass}
        aria-label={t('terminal.leave')}
        title={t('terminal.leave')}
        onClick={leave}
      >
        <LogOut {...icon} className={styles.leave} />
      </Link>
    </span>
  );
}
