import { toDecimal } from '#contract/kernel/money.ts';
import { element, type Xml } from '#server/platform/xml/write-xml.ts';
import { timeOf } from './answer.ts';
import type { Account, Entry } from './books.ts';

interface Report {
  id: string;
  at: Date;
  account: Account;
  entries: readonly Entry[];
}

const absolute = (minor: bigint): bigint => (minor < 0n ? -minor : minor);
const wayOf = (minor: bigint): string => (minor < 0n ? 'DBIT' : 'CRDT');

/** What was booked during the day (ISO 20022 camt.054.001.08). */
export const writeAdvice = (report: Report): string =>
  writeDocument('camt.054.001.08', 'BkToCstmrDbtCdtNtfctn', report, 'Ntfctn', []);

/** A whole day with its balances (ISO 20022 camt.053.001.08). */
export function writeStatement(report: Report & { day: string; openingMinor: bigint; closingMinor: bigint }): string {
  const { account, day, openingMinor, closingMinor } = report;
  const balance = (code: string, minor: bigint) =>
    element('Bal', [
      element('Tp', element('CdOrPrtry', element('Cd', code))),
      writeAmount(minor, account.currency),
      element('CdtDbtInd', wayOf(minor)),
      element('Dt', element('Dt', day)),
    ]);
  const balances = [balance('OPBD', openingMinor), balance('CLBD', closingMinor)];
  return writeDocument('camt.053.001.08', 'BkToCstmrStmt', report, 'Stmt', balances);
}

function writeDocument(
  message: string,
  root: string,
  { id, at, account, entries }: Report,
  name: 'Stmt' | 'Ntfctn',
  balances: readonly (Xml | null)[],
): string {
  const document = element(
    'Document',
    element(root, [
      element('GrpHdr', [element('MsgId', id), element('CreDtTm', timeOf(at))]),
      element(name, [
        element('Id', id),
        element('ElctrncSeqNb', name === 'Stmt' && account.statements + 1),
        element('CreDtTm', timeOf(at)),
        element('Acct', [writeId(account.number), element('Ccy', account.currency)]),
        balances,
        entries.map((entry, index) => writeEntry(entry, index + 1, account)),
      ]),
    ]),
    { xmlns: `urn:iso:std:iso:20022:tech:xsd:${message}` },
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document?.source ?? ''}\n`;
}

const writeAmount = (minor: bigint, currency: string): Xml | null =>
  element('Amt', toDecimal(absolute(minor), currency), { Ccy: currency });

const families: Record<Entry['kind'], [family: string, subFamily: string]> = {
  order: ['ICDT', 'ESCT'],
  receipt: ['RCDT', 'ESCT'],
  return: ['ICDT', 'RRTN'],
};

function writeEntry(entry: Entry, number: number, { currency }: Account): Xml | null {
  const { amountMinor, reference, day, kind, returnReason } = entry;
  const [family, subFamily] = families[kind];
  const money = [writeAmount(amountMinor, currency), element('CdtDbtInd', wayOf(amountMinor))];
  return element('Ntry', [
    element('NtryRef', number),
    ...money,
    element('Sts', element('Cd', 'BOOK')),
    element('BookgDt', element('Dt', day)),
    element('ValDt', element('Dt', day)),
    element('AcctSvcrRef', reference),
    element(
      'BkTxCd',
      element('Domn', [
        element('Cd', 'PMNT'),
        element('Fmly', [element('Cd', family), element('SubFmlyCd', subFamily)]),
      ]),
    ),
    element(
      'NtryDtls',
      element('TxDtls', [
        element('Refs', [element('AcctSvcrRef', reference), element('EndToEndId', entry.endToEndId ?? 'NOTPROVIDED')]),
        ...money,
        writeParty(entry),
        element('RmtInf', element('Ustrd', entry.text)),
        element('RtrInf', element('Rsn', element('Cd', returnReason))),
      ]),
    ),
  ]);
}

/** Who pays is the debtor, who is paid the creditor. */
function writeParty({ party, amountMinor }: Entry): Xml | null {
  const side = amountMinor < 0n ? 'Cdtr' : 'Dbtr';
  return element('RltdPties', [
    element(side, element('Pty', element('Nm', party.name))),
    element(`${side}Acct`, writeId(party.account ?? '')),
  ]);
}

function writeId(number: string): Xml | null {
  const isIban = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(number);
  return element('Id', isIban ? element('IBAN', number) : element('Othr', element('Id', number)));
}

const swift = (text: string, most: number): string =>
  text
    .replaceAll(/[^a-zA-Z0-9/\-:().,'+ ]/g, '.')
    .slice(0, most)
    .trim();

/** The same day as SWIFT MT940, with field 86 in numbered parts as German banks write it. */
export function writeMt940({
  id,
  account,
  entries,
  day,
  openingMinor,
  closingMinor,
}: Report & { day: string; openingMinor: bigint; closingMinor: bigint }): string {
  const short = day.replaceAll('-', '').slice(2);
  const decimal = (minor: bigint) => {
    const text = toDecimal(absolute(minor), account.currency).replace('.', ',');
    return text.includes(',') ? text : `${text},`;
  };
  const balance = (minor: bigint) => `${minor < 0n ? 'D' : 'C'}${short}${account.currency}${decimal(minor)}`;
  const lines = entries.flatMap((entry) => {
    const { amountMinor, endToEndId, kind, reference, party, text, returnReason } = entry;
    const way = kind === 'return' ? 'RD' : amountMinor < 0n ? 'D' : 'C';
    const type = kind === 'return' ? 'NRTI' : 'NTRF';
    const said = returnReason === null ? text : `RETURN ${returnReason} ${text}`;
    const parts = [`EREF+${swift(endToEndId ?? 'NOTPROVIDED', 22)}`, `SVWZ+${swift(said, 22)}`];
    return [
      `:61:${short}${short.slice(2)}${way}${decimal(amountMinor)}${type}${swift(endToEndId ?? 'NONREF', 16)}//${reference}`,
      `:86:${kind === 'return' ? '159' : '166'}?00TRANSFER${parts.map((part, at) => `?${20 + at}${part}`).join('')}` +
        `?31${swift(party.account ?? '', 34)}?32${swift(party.name, 27)}`,
    ];
  });
  return [
    `:20:${swift(id, 16)}`,
    `:25:${account.number}`,
    `:28C:${account.statements + 1}/1`,
    `:60F:${balance(openingMinor)}`,
    ...lines,
    `:62F:${balance(closingMinor)}`,
    '-',
    '',
  ].join('\r\n');
}
