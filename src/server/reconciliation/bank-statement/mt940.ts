import { fromDecimal, knownCurrencies } from '#contract/kernel/money.ts';
import { isDay } from '../statement/read-cells.ts';
import {
  isForeign,
  pendingAt,
  unreadable,
  unsupported,
  type BankBalance,
  type BankEntry,
  type Currencies,
  type StatementPart,
} from './statement.ts';

/** One field of a SWIFT message, and the line of the file on which it begins. */
interface Field {
  tag: string;
  text: string;
  line: number;
  /** Whether a text of full lines stands before it: a payer may have written what looks like a field. */
  isUnclear: boolean;
}

const fullLine = 65;

/** Whether a text that its bank cuts into lines ends with a whole one. */
function endsFull(text: string): boolean {
  const lines = `:86:${text}`.split('\n');
  return lines.at(-1)?.length === fullLine && lines.every(({ length }) => length <= fullLine);
}

/**
 * Reads statements (SWIFT MT940) or reports of a day under way (MT942) as they arrive. What a report of today says is
 * not final.
 * @throws Refusal `reconciliation.line` with the number of the first line that cannot be read
 */
export async function* readMt940(
  content: AsyncIterable<Buffer>,
  currencies: Currencies = knownCurrencies,
): AsyncGenerator<StatementPart> {
  let state = begin(currencies);
  for await (const field of fieldsOf(content)) {
    const { tag, text, line } = field;
    const isNext = tag === '20';
    if ((isNext || tag === '86' || tag === '61') && state.entry) {
      if (tag === '86') addText(state.entry, text);
      if (state.isUnclear) state.entry.name = null;
      if (tag !== '86') {
        yield { entry: state.entry };
        state.entry = undefined;
      } else continue;
    }
    if (isNext) {
      if (state.balance.number !== '') yield endOf(state);
      state = begin(currencies);
    } else if (tag === '25' || tag === '25P') state.balance.account = text.split('\n')[0]?.trim() ?? '';
    else if (tag === '28C' || tag === '28') state.balance.number = text.trim();
    else if (tag === '34F') {
      state.isReport = true;
      state.balance.currency = text.slice(0, 3);
    } else if (/^6[02][FM]$/.test(tag)) addBalance(state, tag, text, line);
    else if (tag === '61' && state.isReport) yield pendingOf(field, state);
    else if (tag === '61' && isForeign(state.balance.currency, currencies)) state.movements += 1;
    else if (tag === '61') {
      state.entry = readEntry(text, line, state);
      state.isUnclear = field.isUnclear;
    }
    if (tag.startsWith('62') && state.entry) {
      yield { entry: state.entry };
      state.entry = undefined;
    }
  }
  if (state.entry) yield { entry: state.entry };
  if (state.balance.number === '') throw unreadable({ line: 1 });
  yield endOf(state);
}

const pendingOf = ({ text, line }: Field, state: State): StatementPart =>
  pendingAt({ line }, () => [readEntry(text, line, state)]);

const endOf = ({ balance, movements, currencies }: State): StatementPart => {
  const { account, currency } = balance;
  return isForeign(currency, currencies) ? { leftOut: { account, currency, movements } } : { balance };
};

interface State {
  currencies: Currencies;
  balance: BankBalance;
  isReport: boolean;
  /** How many of them a statement in another currency has. */
  movements: number;
  entry: BankEntry | undefined;
  /** Whether that entry may be a part of the text before it. */
  isUnclear: boolean;
}

const begin = (currencies: Currencies): State => ({
  currencies,
  balance: { account: '', currency: '', number: '', openingMinor: null, closingMinor: null },
  isReport: false,
  movements: 0,
  entry: undefined,
  isUnclear: false,
});

/** The fields of all messages; what stands around them, such as the envelope, is left out. */
async function* fieldsOf(content: AsyncIterable<Buffer>): AsyncGenerator<Field> {
  let field: Field | undefined;
  for await (const { text, line } of linesOf(content)) {
    const [, tag, rest] = /^:(\d{2}[A-Z]?):(.*)$/s.exec(text) ?? [];
    if (tag !== undefined) {
      if (field) yield field;
      field = { tag, text: rest ?? '', line, isUnclear: field?.tag === '86' && endsFull(field.text) };
    } else if (/^-\}?$|^\{/.test(text)) {
      if (field) yield field;
      field = undefined;
    } else if (field) field.text += `\n${text}`;
    else if (text.trim() !== '') throw unreadable({ line });
    if (field && field.text.length > 10_000) throw unreadable({ line });
  }
  if (field) yield field;
}

/** Lines as a bank ends them. MT files are Latin-1, as SWIFT has no other signs. */
async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<{ text: string; line: number }> {
  let rest = '';
  let line = 0;
  for await (const piece of content) {
    const parts = (rest + piece.toString('latin1')).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) yield { text: part.replace(/\r$/, ''), line: (line += 1) };
    if (rest.length > 10_000) throw unreadable({ line: line + 1 });
  }
  if (rest !== '') yield { text: rest.replace(/\r$/, ''), line: line + 1 };
}

/** `C261122EUR10000,00` */
function addBalance({ balance, currencies }: State, tag: string, text: string, line: number): void {
  const [, sign, currency = '', amount = ''] = /^([CD])\d{6}([A-Z]{3})([\d,]+)$/.exec(text.trim()) ?? [];
  balance.currency = currency;
  if (isForeign(currency, currencies)) return;
  const minor = minorOf(amount, { currency, line, currencies }) * (sign === 'D' ? -1n : 1n);
  if (tag.startsWith('60')) balance.openingMinor ??= minor;
  else balance.closingMinor = minor;
}

/** @throws Refusal `reconciliation.line`, `reconciliation.currency` */
function minorOf(
  amount: string,
  { currency, line, currencies }: { currency: string; line: number; currencies: Currencies },
): bigint {
  if (!/^\d{1,12},\d{0,4}$/.test(amount)) throw unreadable({ line });
  if (!currencies.includes(currency)) throw unsupported({ line }, currency);
  try {
    return fromDecimal(amount.replace(/,$/, '').replace(',', '.'), currency);
  } catch {
    throw unreadable({ line });
  }
}

const shape =
  /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d{1,12},\d{0,4})([A-Z][A-Z0-9]{3})([^\n]{0,16}?)(?:\/\/([^\n]{0,16}))?(?:\n([^\n]{0,34}))?$/;

/** `2611221122C500,00NTRFNONREF//2026112200012345`: day of value, day of booking, way, amount, kind, references. */
function readEntry(text: string, line: number, { balance: { account, currency }, currencies }: State): BankEntry {
  const [, value = '', booked, way, , amount = '', , customer = '', bank, extra] = shape.exec(text.trimEnd()) ?? [];
  if (way === undefined) throw unreadable({ line });
  // A reversed credit takes money away, a reversed debit brings it back.
  const sign = way === 'C' || way === 'RD' ? 1n : -1n;
  return {
    at: { line },
    account,
    currency,
    amountMinor: sign * minorOf(amount, { currency, line, currencies }),
    on: bookingDay(value, booked, line),
    isReversal: way.startsWith('R'),
    bankReference: bank?.trim() || null,
    endToEndId: customer === 'NONREF' ? null : customer.trim() || null,
    structured: null,
    text: extra?.trim() ?? '',
    name: null,
    receiver: null,
    otherAccount: null,
    returnReason: null,
  };
}

/** The day of booking has no year: it is that of the value day, or the year beside it where that is nearer. */
function bookingDay(value: string, booked: string | undefined, line: number): string {
  const valueDay = dayOf(`20${value.slice(0, 2)}`, value.slice(2), line);
  if (booked === undefined) return valueDay;
  const year = Number(valueDay.slice(0, 4));
  const away = (day: string) => Math.abs(Date.parse(day) - Date.parse(valueDay));
  const near = [year, year - 1, year + 1].flatMap((each) => {
    const day = `${each}-${booked.slice(0, 2)}-${booked.slice(2)}`;
    return isDay(day) ? [day] : [];
  });
  const [first] = near.toSorted((a, b) => away(a) - away(b));
  if (first === undefined) throw unreadable({ line });
  return first;
}

function dayOf(year: string, monthAndDay: string, line: number): string {
  const day = `${year}-${monthAndDay.slice(0, 2)}-${monthAndDay.slice(2)}`;
  if (!isDay(day)) throw unreadable({ line });
  return day;
}

/** Adds what field 86 says: in numbered parts as German banks write it, in tags with slashes, or free. */
function addText(entry: BankEntry, text: string): void {
  const joined = text.replaceAll('\n', '');
  if (/^\d{3}\?/.test(joined)) return addGerman(entry, joined);
  // What follows the text of the transfer is a part of it: a payer may write tags into it.
  const { before, text: remitted } = /^(?<before>.*?)\/REMI\/(?<text>.*)$/s.exec(joined)?.groups ?? { before: joined };
  const parts = [...(before ?? '').matchAll(/\/(ORDP|BENM|NAME|IBAN|EREF|RTRN|ACCT)\/(.*?)(?=\/[A-Z]{4}\/|$)/g)];
  const names = parts.map(([, tag]) => tag);
  const tagged =
    new Set(names).size === names.length ? Object.fromEntries(parts.map(([, tag, said]) => [tag, said])) : {};
  entry.text = [entry.text, remitted ?? joined].filter(Boolean).join(' ');
  entry.name = tagged['NAME'] ?? tagged['ORDP'] ?? tagged['BENM'] ?? null;
  entry.otherAccount = tagged['IBAN'] ?? tagged['ACCT'] ?? null;
  entry.returnReason = tagged['RTRN'] ?? null;
  entry.endToEndId = tagged['EREF'] ?? entry.endToEndId;
}

function addGerman(entry: BankEntry, joined: string): void {
  const parts = [...joined.matchAll(/\?(\d{2})([^?]*)/g)].map(
    ([, number = '', said = '']) => [Number(number), said] as const,
  );
  const of = (from: number, to: number) =>
    parts.filter(([number]) => number >= from && number <= to).map(([, said]) => said);
  const words = [...of(20, 29), ...of(60, 63)].join('');
  // SEPA fields stand in the words of the transfer, each until the next one.
  const tagged = new Map(
    [
      ...words.matchAll(
        /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|PURP)\+(.*?)(?=(?:EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|PURP)\+|$)/g,
      ),
    ].map(([, tag = '', said = '']) => [tag, said.trim()]),
  );
  entry.text = [entry.text, tagged.get('SVWZ') ?? words].filter(Boolean).join(' ');
  // The numbers rise. Where they do not, the text of the transfer has some, and what is the bank's is unclear.
  const isClear = parts.every(([number], at) => number > (parts[at - 1]?.[0] ?? -1));
  entry.name = (isClear && of(32, 33).join('')) || null;
  entry.otherAccount = (isClear && of(31, 31).join('')) || null;
  const reference = tagged.get('EREF');
  if (reference && reference !== 'NOTPROVIDED') entry.endToEndId = reference;
}
