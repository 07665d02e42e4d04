import { CreateTradingAccountDialog } from './CreateTradingAccountDialog.tsx';
import { OpenAccountDialog } from './OpenAccountDialog.tsx';

/** The dialogs of trading accounts that every screen may open. */
export function AccountDialogs() {
  return (
    <>
      <OpenAccountDialog />
      <CreateTradingAccountDialog />
    </>
  );
}
