import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import type { Wallet } from '#contract/wallets/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { MoneyField } from '#web/platform/forms/MoneyField.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { tradingAccountsQuery, walletsQuery } from '#web/platform/session/session.ts';
import { Money } from '#web/platform/i18n/Money.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { refreshAccounts } from './account-queries.ts';
import { afterTransfer, maxOf, type Direction } from './transfer-sums.ts';

interface TransferDialogProps {
  /** The account that is looked at, or the wallet; the other side is chosen, and both where neither is given. */
  start: { account?: TradingAccount; wallet?: never } | { wallet?: Wallet; account?: never };
  onClose: () => void;
}

/** Moves money between a wallet and an account of the same currency. */
export function TransferDialog({ start, onClose }: TransferDialogProps) {
  const t = useText();
  const sendOnce = useIdempotentCall();
  const sides = useSides(start);
  const [direction, setDirection] = useState<Direction>('in');
  const form = useCallForm({ wallet_id: '', account: '', amount: '' });
  const { wallets } = sides;
  const hasAccount = ({ currency }: Wallet) => sides.accounts.some((each) => each.currency === currency);
  const wallet = wallets.find(({ id }) => id === form.values.wallet_id) ?? wallets.find(hasAccount) ?? wallets[0];
  const accounts = sides.accounts.filter(({ currency }) => currency === wallet?.currency);
  const account = accounts.find(({ trading_account_id: id }) => id === form.values.account) ?? accounts[0];
  const transfer = form.submit(async ({ amount }) => {
    if (!wallet || !account) return;
    const body = { direction, wallet_id: wallet.id, trading_account_id: account.trading_account_id, amount };
    const { state } = await sendOnce((idempotencyKey) =>
      call('POST /api/trading-account/transfer', { body }, { idempotencyKey }),
    );
    onClose();
    refreshAccounts();
    toast({ text: t(state === 'completed' ? 'trading.transferred' : 'trading.transfer_waits') });
  });
  return (
    <FormDialog
      title={t('trading.transfer_title')}
      confirmText={wallet && account ? t('trading.transfer') : undefined}
      form={form}
      onSubmit={transfer}
      onClose={onClose}
    >
      {wallet && account ? (
        <>
          <SegmentedControl
            label={t('trading.direction')}
            options={(['in', 'out'] as const).map((value) => ({ value, label: t(`trading.direction_${value}`) }))}
            value={direction}
            onChange={setDirection}
          />
          <Sides form={form} wallets={wallets} accounts={accounts} chosen={{ wallet, account }} />
          <Amount form={form} direction={direction} wallet={wallet} account={account} />
          <Afterwards typed={form.values.amount} direction={direction} wallet={wallet} account={account} />
        </>
      ) : (
        <p>
          {t(start.account ? 'trading.no_wallet' : 'trading.no_account', {
            currency: start.account?.currency ?? wallet?.currency ?? '',
          })}
        </p>
      )}
    </FormDialog>
  );
}

/** Wallets and accounts that money can go between: those of the currency where the person stands, or all. */
function useSides({ account, wallet }: TransferDialogProps['start']) {
  const currency = account?.currency ?? wallet?.currency;
  const { data: wallets = [] } = useQuery(walletsQuery);
  const { data: accounts = [] } = useQuery(tradingAccountsQuery);
  return {
    wallets: wallet ? [wallet] : wallets.filter((each) => !currency || each.currency === currency),
    accounts: account
      ? [account]
      : accounts.filter((each) => (!currency || each.currency === currency) && each.status === 'active'),
  };
}

type Form = ReturnType<typeof useCallForm<{ wallet_id: string; account: string; amount: string }>>;

interface SidesProps {
  form: Form;
  wallets: readonly Wallet[];
  accounts: readonly TradingAccount[];
  chosen: { wallet: Wallet; account: TradingAccount };
}

function Sides({ form, wallets, accounts, chosen }: SidesProps) {
  const t = useText();
  return (
    <>
      <SelectField
        {...form.field('wallet_id')}
        value={chosen.wallet.id}
        label={t('trading.wallet')}
        options={wallets.map(({ id, name }) => ({ value: id, label: name }))}
        required
      />
      <SelectField
        {...form.field('account')}
        value={chosen.account.trading_account_id}
        label={t('trading.account_title')}
        options={accounts.map(({ trading_account_id: number, nickname, currency }) => ({
          value: number,
          label: nickname ?? t('common.account_name', { currency, number }),
        }))}
        required
      />
    </>
  );
}

interface TransferSides {
  direction: Direction;
  wallet: Wallet;
  account: TradingAccount;
}

function Amount({ form, ...sides }: TransferSides & { form: Form }) {
  const t = useText();
  const format = useFormat();
  const { direction, wallet } = sides;
  return (
    <MoneyField
      currency={wallet.currency}
      {...form.field('amount')}
      label={t('trading.amount_in', { currency: wallet.currency })}
      hint={t(direction === 'in' ? 'trading.max_in' : 'trading.max_out', {
        amount: format.money(maxOf(sides), wallet.currency, { exact: true }),
      })}
      required
    />
  );
}

/** Both balances as they will be, before anything is confirmed. */
function Afterwards({ typed, ...sides }: TransferSides & { typed: string }) {
  const t = useText();
  const after = afterTransfer(typed, sides);
  const { currency } = sides.wallet;
  return (
    <div role="status">
      {after && (
        <DescriptionList
          items={[
            { term: t('trading.wallet_after'), details: <Money amount={after.wallet} currency={currency} exact /> },
            { term: t('trading.account_after'), details: <Money amount={after.account} currency={currency} exact /> },
          ]}
        />
      )}
    </div>
  );
}
