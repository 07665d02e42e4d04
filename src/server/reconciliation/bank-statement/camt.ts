import { fromDecimal, knownCurrencies } from '#contract/kernel/money.ts';
import { refuse } from '#server/platform/refusal.ts';
import { allIn, findIn, readXml, textIn, type XmlNode } from '#server/platform/xml/read-xml.ts';
import { isDay } from '../statement/read-cells.ts';
import type { BankBalance, BankEntry, StatementPart } from './statement.ts';

const shape = {
  namespace: /^urn:iso:std:iso:20022:tech:xsd:camt\.05[34]\.001\.\d{2}$/,
  expected: 'camt.053, camt.054',
  containers: new Set(['Document', 'BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn', 'Stmt', 'Ntfctn']),
};

/**
 * Reads a statement (ISO 20022 camt.053) or an advice (camt.054) as it arrives, one entry at a time. An entry with
 * several transactions is as many entries, if they sum to it; else it is one, without a reference to act on.
 * @throws Refusal as `readXml`, and `files.xml_malformed` for an amount, a currency or a day that is none
 */
export async function* readCamt(content: AsyncIterable<Buffer>): AsyncGenerator<StatementPart> {
  let balance = nothing();
  for await (const part of readXml(content, shape)) {
    if ('ended' in part) {
      if (part.ended !== 'Stmt' && part.ended !== 'Ntfctn') continue;
      yield { balance };
      balance = nothing();
    } else if (part.node.name === 'Ntry') {
      for (const entry of entriesOf(part.node, balance)) yield { entry };
    } else addTo(balance, part.node);
  }
}

const nothing = (): BankBalance => ({ account: '', currency: '', number: '', openingMinor: null, closingMinor: null });

function addTo(balance: BankBalance, node: XmlNode): void {
  if (node.name === 'Id') balance.number = node.text;
  else if (node.name === 'Acct') {
    balance.account = textIn(node, 'Id', 'IBAN') ?? textIn(node, 'Id', 'Othr', 'Id') ?? '';
    balance.currency = textIn(node, 'Ccy') ?? '';
  } else if (node.name === 'Bal') {
    const { amountMinor, currency } = moneyOf(node);
    balance.currency ||= currency;
    const code = textIn(node, 'Tp', 'CdOrPrtry', 'Cd');
    if (code === 'OPBD' || code === 'PRCD') balance.openingMinor = amountMinor;
    else if (code === 'CLBD') balance.closingMinor = amountMinor;
  }
}

const amountOf = (node: XmlNode): XmlNode | undefined => findIn(node, 'Amt') ?? findIn(node, 'AmtDtls', 'TxAmt', 'Amt');

/** The amount of an element that says which way it goes. */
function moneyOf(node: XmlNode, otherwise?: XmlNode): { amountMinor: bigint; currency: string } {
  const amount = amountOf(node);
  const way = textIn(node, 'CdtDbtInd') ?? textIn(otherwise, 'CdtDbtInd');
  const currency = amount?.attributes['Ccy'] ?? '';
  if (
    !amount ||
    !knownCurrencies.includes(currency) ||
    (way !== 'CRDT' && way !== 'DBIT') ||
    !/^\d+(?:\.\d+)?$/.test(amount.text)
  )
    throw refuse('files.xml_malformed');
  try {
    const amountMinor = fromDecimal(amount.text, currency);
    return { amountMinor: way === 'CRDT' ? amountMinor : -amountMinor, currency };
  } catch {
    throw refuse('files.xml_malformed');
  }
}

function entriesOf(node: XmlNode, { account }: BankBalance): BankEntry[] {
  // Before version .03 the status has no element of its own.
  const isBooked = (textIn(node, 'Sts', 'Cd') ?? textIn(node, 'Sts')) === 'BOOK';
  const day = findIn(node, 'BookgDt') ?? findIn(node, 'ValDt');
  // What is announced without a day is no line yet.
  if (!isBooked && !day) return [];
  const whole = moneyOf(node);
  const common = {
    account,
    on: dayOf(day),
    isBooked,
    isReversal: ['true', '1'].includes(textIn(node, 'RvslInd') ?? ''),
  };
  const details = allIn(node, 'NtryDtls').flatMap((each) => allIn(each, 'TxDtls'));
  // A batch may leave its transactions without amounts.
  const areCounted = details.length > 1 && details.every((each) => amountOf(each) !== undefined);
  const parts = areCounted ? details.map((each) => ({ each, ...moneyOf(each, node) })) : [];
  const sum = parts.reduce((total, { amountMinor }) => total + amountMinor, 0n);
  const isOneCurrency = parts.every(({ currency }) => currency === whole.currency);
  const reference = textIn(node, 'AcctSvcrRef') ?? textIn(node, 'NtryRef') ?? null;
  if (parts.length > 1 && isOneCurrency && sum === whole.amountMinor)
    return parts.map(({ each, amountMinor, currency }) => ({
      ...common,
      ...factsOf(each, amountMinor, reference),
      amountMinor,
      currency,
    }));
  const [only] = details.length === 1 ? details : [];
  return [{ ...common, ...factsOf(only, whole.amountMinor, reference), ...whole, text: textOf(only, node) }];
}

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

/** @throws Refusal `files.xml_malformed` */
function dayOf(node: XmlNode | undefined): string {
  const day = (textIn(node, 'Dt') ?? textIn(node, 'DtTm') ?? '').slice(0, 10);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !isDay(day)) throw refuse('files.xml_malformed');
  return day;
}
