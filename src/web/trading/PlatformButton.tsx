import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { openPlatform } from '#web/platform/session/open-platform.ts';
import { Button, type ButtonAppearance } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { icon } from '#web/ui/icon.ts';

interface PlatformButtonProps extends ButtonAppearance {
  account: TradingAccount;
  /** Without words, where the whole stands for the account. */
  sign?: boolean;
}

/** Signs in to the trading platform. Only an active account has a way there. */
export function PlatformButton({
  account: { trading_account_id: id, status },
  sign = false,
  ...appearance
}: PlatformButtonProps) {
  const t = useText();
  const [isBusy, setIsBusy] = useState(false);
  if (status !== 'active') return null;
  const open = async () => {
    setIsBusy(true);
    await openPlatform(id);
    setIsBusy(false);
  };
  if (sign)
    return (
      <IconButton label={t('trading.open_platform')} disabled={isBusy} onClick={() => void open()}>
        <ExternalLink {...icon} />
      </IconButton>
    );
  return (
    <Button {...appearance} busy={isBusy} icon={<ExternalLink {...icon} />} onClick={() => void open()}>
      {t('trading.open_platform')}
    </Button>
  );
}
