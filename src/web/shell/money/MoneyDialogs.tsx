import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { loadTexts } from '#web/platform/i18n/i18n.tsx';
import { closeDialog, useOpenDialog } from '#web/platform/navigation/dialogs.ts';
import { walletsQuery } from '#web/platform/session/session.ts';

const MoveMoneyDialog = lazy(async () => ({ default: (await import('./MoveMoneyDialog.tsx')).MoveMoneyDialog }));
const TransferDialog = lazy(async () => {
  const [module] = await Promise.all([import('#web/trading/TransferDialog.tsx'), loadTexts('trading')]);
  return { default: module.TransferDialog };
});
const ConvertDialog = lazy(async () => {
  const [module] = await Promise.all([import('#web/wallets/conversion/ConvertDialog.tsx'), loadTexts('wallets')]);
  return { default: module.ConvertDialog };
});

/** Moves money from whatever screen there is; each dialog comes when it is first asked for. */
export function MoneyDialogs() {
  const dialog = useOpenDialog();
  const { data: wallets = [] } = useQuery(walletsQuery);
  const [first] = wallets;
  return (
    <Suspense>
      {dialog === 'move-money' && <MoveMoneyDialog />}
      {dialog === 'transfer' && <TransferDialog start={{}} onClose={closeDialog} />}
      {dialog === 'convert' && first && (
        <ConvertDialog open wallets={wallets} fromId={first.id} onClose={closeDialog} />
      )}
    </Suspense>
  );
}
