import { fromDecimal, knownCurrencies } from '#contract/kernel/money.ts';
import type { Refusal } from '#server/platform/refusal.ts';
import { allIn, findIn, readXml, textIn, type XmlNode } from '#server/platform/xml/read-xml.ts';
import { isDay } from '../statement/read-cells.ts';
import {
  isForeign,
  pendingAt,
  unbalanced,
  unreadable,
  unsupported,
  type BankBalance,
  type BankEntry,
  type Currencies,
  type Place,
  type StatementPart,
} from './statement.ts';

const shape = {
  namespace: /^urn:iso:std:iso:20022:tech:xsd:camt\.05[34]\.001\.\d{2}$/,
  expected: 'camt.053, camt.054',
  containers: new Set(['Document', 'BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn', 'Stmt', 'Ntfctn']),
};

/**
 * Reads a statement (ISO 20022 camt.053) or an advice (camt.054) as it arrives, one entry at a time. An entry with
 * several transactions is as many entries, if they sum to it; else it is one, without a reference to act on.
 * @throws Refusal as `readXml`, `reconciliation.entry`, `reconciliation.entry_currency`, `reconciliation.balance`
 */
export async function* readCamt(
  content: AsyncIterable<Buffer>,
  currencies: Currencies = knownCurrencies,
): AsyncGenerator<StatementPart> {
  let balance = nothing();
  let number = 0;
  let movements = 0;
  /** Which entry has said the currency of its account, where nothing before it did. */
  let saidBy: number | undefined;
  for await (const part of readXml(content, shape)) {
    if ('ended' in part) {
      if (part.ended !== 'Stmt' && part.ended !== 'Ntfctn') continue;
      const { account, currency } = balance;
      yield isForeign(currency, currencies) ? { leftOut: { account, currency, movements } } : { balance };
      balance = nothing();
      movements = 0;
      saidBy = undefined;
    } else if (part.node.name === 'Ntry') {
      number += 1;
      movements += 1;
      // The amount of an entry is in the currency of its account.
      const own = amountOf(part.node)?.attributes['Ccy'] ?? '';
      if (balance.currency === '') [balance.currency, saidBy] = [own, number];
      if (isForeign(balance.currency, currencies)) {
        // An entry in another currency shows that it is not that of the account.
        if (own !== balance.currency) throw unsupported({ entry: saidBy ?? number }, balance.currency);
        continue;
      }
      const at = { entry: number };
      const entries = () => entriesOf(part.node, balance, { at, currencies });
      if (!isBooked(part.node)) yield pendingAt(at, entries);
      else for (const entry of entries()) yield { entry };
    } else addTo(balance, part.node, currencies);
  }
}

/** Before version .03 the status has no element of its own. */
const isBooked = (node: XmlNode): boolean => (textIn(node, 'Sts', 'Cd') ?? textIn(node, 'Sts')) === 'BOOK';

const nothing = (): BankBalance => ({ account: '', currency: '', number: '', openingMinor: null, closingMinor: null });

function addTo(balance: BankBalance, node: XmlNode, currencies: Currencies): void {
  if (node.name === 'Id') balance.number = node.text;
  else if (node.name === 'Acct') {
    balance.account = textIn(node, 'Id', 'IBAN') ?? textIn(node, 'Id', 'Othr', 'Id') ?? '';
    balance.currency = textIn(node, 'Ccy') ?? '';
  } else if (node.name === 'Bal') {
    balance.currency ||= amountOf(node)?.attributes['Ccy'] ?? '';
    if (isForeign(balance.currency, currencies)) return;
    const code = textIn(node, 'Tp', 'CdOrPrtry', 'Cd');
    const minor = () => moneyOf(node, wayOf(node), { currencies, refusal: () => unbalanced(balance) }).amountMinor;
    if (code === 'OPBD' || code === 'PRCD') balance.openingMinor = minor();
    else if (code === 'CLBD') balance.closingMinor = minor();
  }
}

const amountOf = (node: XmlNode): XmlNode | undefined => findIn(node, 'Amt') ?? findIn(node, 'AmtDtls', 'TxAmt', 'Amt');

const wayOf = (node: XmlNode): string | undefined => textIn(node, 'CdtDbtInd');

interface Money {
  amountMinor: bigint;
  currency: string;
}

interface Reading {
  currencies: Currencies;
  refusal: (currency: string) => Refusal;
}

/** The amount of an element. @throws Refusal as `refusal` says */
function moneyOf(node: XmlNode, way: string | undefined, { currencies, refusal }: Reading): Money {
  const amount = amountOf(node);
  const currency = amount?.attributes['Ccy'] ?? '';
  if (
    !amount ||
    !currencies.includes(currency) ||
    (way !== 'CRDT' && way !== 'DBIT') ||
    !/^\d+(?:\.\d+)?$/.test(amount.text)
  )
    throw refusal(currency);
  try {
    const amountMinor = fromDecimal(amount.text, currency);
    return { amountMinor: way === 'CRDT' ? amountMinor : -amountMinor, currency };
  } catch {
    throw refusal(currency);
  }
}

function entriesOf(
  node: XmlNode,
  { account }: BankBalance,
  { at, currencies }: { at: Place; currencies: Currencies },
): BankEntry[] {
  const refusal = (currency: string) => (isForeign(currency, currencies) ? unsupported(at, currency) : unreadable(at));
  const reading = { currencies, refusal };
  const whole = moneyOf(node, wayOf(node), reading);
  const common = {
    at,
    account,
    on: dayOf(findIn(node, 'BookgDt') ?? findIn(node, 'ValDt'), at),
    isReversal: ['true', '1'].includes(textIn(node, 'RvslInd') ?? ''),
  };
  const details = allIn(node, 'NtryDtls').flatMap((each) => allIn(each, 'TxDtls'));
  // A batch may leave its transactions without amounts, or state them in the currency of the payer.
  const areCounted =
    details.length > 1 && details.every((each) => amountOf(each)?.attributes['Ccy'] === whole.currency);
  const parts = areCounted
    ? details.map((each) => ({ each, ...moneyOf(each, wayOf(each) ?? wayOf(node), reading) }))
    : [];
  const sum = parts.reduce((total, { amountMinor }) => total + amountMinor, 0n);
  const reference = textIn(node, 'AcctSvcrRef') ?? textIn(node, 'NtryRef') ?? null;
  if (parts.length > 1 && sum === whole.amountMinor)
    return parts.map(({ each, amountMinor, currency }) => ({
      ...common,
      ...factsOf(each, amountMinor, reference),
      amountMinor,
      currency,
    }));
  const [first] = details.length === 1 && isWhole(node) ? details : [];
  // What is about another amount says nothing about who has paid this one.
  const isOther =
    first &&
    amountOf(first)?.attributes['Ccy'] === whole.currency &&
    moneyOf(first, wayOf(first) ?? wayOf(node), reading).amountMinor !== whole.amountMinor;
  const only = isOther ? undefined : first;
  return [{ ...common, ...factsOf(only, whole.amountMinor, reference), ...whole, text: textOf(only, node) }];
}

/** Whether the bank does not say that an entry is of more transactions than one. */
const isWhole = (node: XmlNode): boolean =>
  allIn(node, 'NtryDtls').every((each) => Number(textIn(each, 'Btch', 'NbOfTxs') ?? 1) === 1);

/** Banks write the other side next to its role: who pays us is the debtor, whom we pay the creditor. */
function factsOf(node: XmlNode | undefined, amountMinor: bigint, reference: string | null) {
  const side = amountMinor > 0n ? 'Dbtr' : 'Cdtr';
  const parties = findIn(node, 'RltdPties');
  const endToEndId = textIn(node, 'Refs', 'EndToEndId');
  return {
    receiver: amountMinor > 0n ? (textIn(parties, 'CdtrAcct', 'Id', 'IBAN') ?? null) : null,
    bankReference: textIn(node, 'Refs', 'AcctSvcrRef') ?? reference,
    endToEndId: endToEndId === undefined || endToEndId === 'NOTPROVIDED' ? null : endToEndId,
    structured: textIn(node, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref') ?? null,
    text: textOf(node, undefined),
    name: textIn(parties, side, 'Pty', 'Nm') ?? textIn(parties, side, 'Nm') ?? null,
    otherAccount:
      textIn(parties, `${side}Acct`, 'Id', 'IBAN') ?? textIn(parties, `${side}Acct`, 'Id', 'Othr', 'Id') ?? null,
    returnReason: textIn(node, 'RtrInf', 'Rsn', 'Cd') ?? textIn(node, 'RtrInf', 'Rsn', 'Prtry') ?? null,
  };
}

function textOf(node: XmlNode | undefined, entry: XmlNode | undefined): string {
  const lines = allIn(findIn(node, 'RmtInf'), 'Ustrd').map(({ text }) => text);
  return lines.join('') || textIn(node, 'AddtlTxInf') || textIn(entry, 'AddtlNtryInf') || '';
}

/** @throws Refusal `reconciliation.entry` */
function dayOf(node: XmlNode | undefined, at: Place): string {
  const day = (textIn(node, 'Dt') ?? textIn(node, 'DtTm') ?? '').slice(0, 10);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !isDay(day)) throw unreadable(at);
  return day;
}
