import { CreateTradingAccountDialog } from './CreateTradingAccountDialog.tsx';
import { MoneyDialogs } from './money/MoneyDialogs.tsx';
import { OpenAccountDialog } from './OpenAccountDialog.tsx';

/** The dialogs of accounts and money that every screen may open. */
export function AccountDialogs() {
  return (
    <>
      <OpenAccountDialog />
      <CreateTradingAccountDialog />
      <MoneyDialogs />
    </>
  );
}
