import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  Gift,
  Import,
  PencilLine,
  ReceiptText,
  RefreshCw,
  Rocket,
} from 'lucide-react';
import type { ReactElement } from 'react';
import type { OperationKind } from '#contract/wallets/names.ts';
import { icon } from '#web/ui/icon.ts';

/** What stands for a movement of a wallet, before its name. */
export const operationSigns: Record<OperationKind, ReactElement> = {
  deposit: <ArrowDownLeft {...icon} />,
  withdrawal: <ArrowUpRight {...icon} />,
  transfer_to_trading: <ArrowLeftRight {...icon} />,
  transfer_from_trading: <ArrowLeftRight {...icon} />,
  conversion: <RefreshCw {...icon} />,
  bonus: <Gift {...icon} />,
  fee: <ReceiptText {...icon} />,
  correction: <PencilLine {...icon} />,
  opening_balance: <Import {...icon} />,
  ipo: <Rocket {...icon} />,
};
