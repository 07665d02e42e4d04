import { fromDecimal, toDecimal } from '#contract/kernel/money.ts';
import type { Index, Shown } from '../index-page.ts';
import type { Bank } from './bank.ts';
import type { OrderLine, OrderPart } from './books.ts';

/** What a person sees of the bank, and does there: money arrives, orders are executed or come back, a day ends. */
export const bankIndex = (bank: Bank): Index => ({
  name: 'a bank',
  lists: () => [
    { title: 'Accounts', shown: bank.books.accounts.map(accountOf) },
    { title: 'Orders', shown: [...bank.books.lines.values()].toReversed().map(orderOf) },
    {
      title: 'Day',
      shown: [{ id: 'day', text: `${bank.books.day}. Its end brings statements.`, acts: ['end_of_day'] }],
    },
    { title: 'Files', shown: [...bank.files.keys()].toReversed().map((path) => ({ id: path, text: path })) },
  ],
  act(id, name, given) {
    if (name === 'money_arrives') return receive(bank, id, given);
    if (name === 'execute') return execute(bank, id);
    if (name === 'reject') return bank.reject(id);
    if (name === 'return') return bank.returnLine(id);
    return bank.closeDay();
  },
});

const accountOf = ({ number, currency, balanceMinor }: Bank['books']['accounts'][number]): Shown => ({
  id: currency,
  text: `${number}, ${toDecimal(balanceMinor, currency)} ${currency}`,
  inputs: ['amount', 'payer', 'reference'],
  acts: ['money_arrives'],
});

const actsOf: Partial<Record<OrderLine['status'], string[]>> = { accepted: ['execute', 'reject'], settled: ['return'] };

function orderOf({ line, part }: { line: OrderLine; part: OrderPart }): Shown {
  const { endToEndId, amountMinor, currency, creditor, status, reason } = line;
  const why = reason ? ` (${reason.code})` : '';
  const text = `${endToEndId}, ${toDecimal(amountMinor, currency)} ${currency} to ${creditor.name} on ${part.payOn}, ${status}${why}`;
  return { id: endToEndId, text, acts: actsOf[status] ?? [] };
}

function receive(bank: Bank, currency: string, given: URLSearchParams): void {
  const account = bank.books.accounts.find((each) => each.currency === currency);
  const text = (name: string) => given.get(name) ?? '';
  const party = { name: text('payer'), account: null };
  const amountMinor = fromDecimal(text('amount'), currency);
  bank.credit({ number: account?.number ?? '', currency, amountMinor, party, text: text('reference') });
}

/** With all that is due, as a bank pays a file as a whole. */
function execute(bank: Bank, endToEndId: string): void {
  const due = bank.books.lines.get(endToEndId)?.part.payOn ?? '';
  if (due > bank.books.day) throw new Error(`it is due on ${due}`);
  bank.execute();
}
