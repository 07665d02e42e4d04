import { describe, expect, it } from 'vitest';
import { Refusal } from '#server/platform/refusal.ts';
import { readStatement } from '../statement/read-statement.ts';
import { readCamt } from './camt.ts';
import { readMt940 } from './mt940.ts';
import type { BankEntry, StatementPart } from './statement.ts';

async function* pieces(text: string, size = 7, encoding: BufferEncoding = 'utf8'): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text, encoding);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(parts: AsyncIterable<StatementPart>) {
  const all: StatementPart[] = [];
  for await (const part of parts) all.push(part);
  return {
    entries: all.flatMap((part) => ('entry' in part ? [part.entry] : [])),
    balances: all.flatMap((part) => ('balance' in part ? [part.balance] : [])),
    pending: all.filter((part) => 'pending' in part).length,
    unbooked: all.flatMap((part) => ('pending' in part ? [part.pending] : [])),
    leftOut: all.flatMap((part) => ('leftOut' in part ? [part.leftOut] : [])),
  };
}

async function linesOf(text: string): Promise<BankEntry[]> {
  const all: BankEntry[] = [];
  for await (const part of readStatement(pieces(text, 7, 'latin1'), {}, 10)) if ('entry' in part) all.push(part.entry);
  return all;
}

const codeOf = (action: Promise<unknown>) =>
  action.then(
    () => 'none',
    (error: unknown) =>
      error instanceof Refusal ? (Object.values(error.fields)[0]?.[0]?.code ?? error.code) : String(error),
  );

const entry = (inner: string, way = 'CRDT', amount = '500.00', status = '<Sts><Cd>BOOK</Cd></Sts>') =>
  `<Ntry><NtryRef>1</NtryRef><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${way}</CdtDbtInd>${status}` +
  `<BookgDt><Dt>2026-11-22</Dt></BookgDt><AcctSvcrRef>B1</AcctSvcrRef>${inner}</Ntry>`;
const balance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
const camt = (entries: string, closing = '10500.00') =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">` +
  `<BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S-1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>` +
  `${balance('OPBD', '10000.00')}${balance('CLBD', closing)}${entries}</Stmt></BkToCstmrStmt></Document>`;

const details = (...parts: string[]) =>
  `<NtryDtls>${parts.map((part) => `<TxDtls>${part}</TxDtls>`).join('')}</NtryDtls>`;
const payer =
  '<RltdPties><Dbtr><Pty><Nm>Anna Martin</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>FR1420041010050500013M02606</IBAN></Id></DbtrAcct></RltdPties>';

describe('camt.053', () => {
  it('takes a batch without amounts, or in another currency, as one entry, and counts what has no day yet', async () => {
    const one = `<Refs><EndToEndId>A</EndToEndId></Refs>`;
    const usd = (amount: string) => `<AmtDtls><TxAmt><Amt Ccy="USD">${amount}</Amt></TxAmt></AmtDtls>${one}`;
    const undated = entry('', 'CRDT', '9.00', '<Sts><Cd>PDNG</Cd></Sts>').replace(/<BookgDt>.*<\/BookgDt>/, '');
    const text = camt(entry(details(one, one)) + entry(details(usd('200'), usd('300'))) + undated);
    const { entries, pending } = await read(readCamt(pieces(text)));
    expect(pending).toBe(1);
    expect(entries.map(({ amountMinor, currency }) => [amountMinor, currency])).toEqual([
      [50_000n, 'EUR'],
      [50_000n, 'EUR'],
    ]);
  });

  it('is read in pieces of any size, with payer, references and a text cut in two', async () => {
    const text = camt(
      entry(
        details(
          `<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${payer}<RmtInf><Ustrd>AT 7KQ4</Ustrd><Ustrd>M2P9 &amp; Söhne</Ustrd></RmtInf>`,
        ),
      ),
    );
    const expected: BankEntry = {
      at: { entry: 1 },
      account: 'DE89370400440532013000',
      receiver: null,
      currency: 'EUR',
      amountMinor: 50_000n,
      on: '2026-11-22',
      isReversal: false,
      bankReference: 'B1',
      endToEndId: null,
      structured: null,
      text: 'AT 7KQ4M2P9 & Söhne',
      name: 'Anna Martin',
      otherAccount: 'FR1420041010050500013M02606',
      returnReason: null,
    };
    for (const size of [1, 7, 100_000]) expect((await read(readCamt(pieces(text, size)))).entries).toEqual([expected]);
    const { balances } = await read(readCamt(pieces(text)));
    expect(balances).toMatchObject([{ number: 'S-1', openingMinor: 1_000_000n, closingMinor: 1_050_000n }]);
  });

  it('reads names with a prefix', async () => {
    const text = camt(entry(''))
      .replaceAll(/<(\/?)(\w)/g, '<$1n:$2')
      .replace('xmlns=', 'xmlns:n=');
    expect((await read(readCamt(pieces(text)))).entries).toMatchObject([{ amountMinor: 50_000n, bankReference: 'B1' }]);
  });

  it('reads other encodings, as the file declares them or its first bytes say', async () => {
    const text = camt(entry(details('<RmtInf><Ustrd>Müller</Ustrd></RmtInf>')));
    const latin = text.replace('UTF-8', 'ISO-8859-1');
    for (const content of [
      pieces(latin, 50, 'latin1'),
      pieces(`\ufeff${text.replace('UTF-8', 'UTF-16')}`, 51, 'utf16le'),
    ])
      expect((await read(readCamt(content))).entries[0]?.text).toBe('Müller');
  });

  it('is as many entries as it has transactions, where they sum to the entry, else one without a reference', async () => {
    const part = (amount: string, reference: string) =>
      `<Refs><EndToEndId>${reference}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>`;
    const whole = await read(readCamt(pieces(camt(entry(details(part('200.00', 'P-1'), part('300.00', 'P-2')))))));
    expect(whole.entries.map(({ amountMinor, endToEndId }) => [amountMinor, endToEndId])).toEqual([
      [20_000n, 'P-1'],
      [30_000n, 'P-2'],
    ]);
    const broken = await read(readCamt(pieces(camt(entry(details(part('200.00', 'P-1'), part('100.00', 'P-2')))))));
    expect(broken.entries.map(({ amountMinor, endToEndId }) => [amountMinor, endToEndId])).toEqual([[50_000n, null]]);
  });

  it('takes no facts from the one transaction of an entry that is about another amount, or one of several', async () => {
    const part = (amount: string) =>
      `<Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>${payer}<RmtInf><Ustrd>AT-7KQ4-M2P9</Ustrd></RmtInf>`;
    const batchOf = (count: number, amount: string) =>
      details(part(amount)).replace('<NtryDtls>', `<NtryDtls><Btch><NbOfTxs>${count}</NbOfTxs></Btch>`);
    const text = camt(
      [details(part('400.00')), batchOf(2, '500.00'), batchOf(1, '500.00')].map((one) => entry(one)).join(''),
    );
    const { entries } = await read(readCamt(pieces(text)));
    expect(entries.map(({ amountMinor, name, text: says }) => [amountMinor, name, says])).toEqual([
      [50_000n, null, ''],
      [50_000n, null, ''],
      [50_000n, 'Anna Martin', 'AT-7KQ4-M2P9'],
    ]);
  });

  it('marks what is not final, reversed or returned', async () => {
    const text = camt(
      entry('', 'CRDT', '500.00', '<Sts><Cd>PDNG</Cd></Sts>') +
        entry('', 'DBIT', '1.00', '<RvslInd>true</RvslInd><Sts>BOOK</Sts>') +
        entry(details('<Refs><EndToEndId>P-9</EndToEndId></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>')),
    );
    const { entries, pending } = await read(readCamt(pieces(text)));
    expect(pending).toBe(1);
    expect(entries.map(({ isReversal, returnReason }) => [isReversal, returnReason])).toEqual([
      [true, null],
      [false, 'AC04'],
    ]);
    expect(entries[0]?.amountMinor).toBe(-100n);
  });

  it('names what is not final by its whole amount, and by a name where there is one', async () => {
    const part = (amount: string) => `<Amt Ccy="EUR">${amount}</Amt>${payer}`;
    const pending = (inner: string) => entry(inner, 'CRDT', '500.00', '<Sts><Cd>PDNG</Cd></Sts>');
    const text = camt(pending(details(part('500.00'))) + pending(details(part('200.00'), part('300.00'))));
    const { unbooked } = await read(readCamt(pieces(text)));
    expect(unbooked.map(({ amountMinor, name }) => [amountMinor, name])).toEqual([
      [50_000n, 'Anna Martin'],
      [50_000n, null],
    ]);
  });

  it('refuses bombs, other schemas, wrong amounts and files that are cut off', async () => {
    const good = camt(entry(''));
    const bomb = `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(100)}">]>`;
    expect(await codeOf(read(readCamt(pieces(good.replace('?>', `?>${bomb}`)))))).toBe('files.xml_unsafe');
    expect(await codeOf(read(readCamt(pieces(good.replace('camt.053', 'pain.002')))))).toBe('files.xml_schema');
    expect(await codeOf(read(readCamt(pieces(good.slice(0, -30)))))).toBe('files.xml_malformed');
    expect(await codeOf(read(readCamt(pieces('<html><body>Sign in</body></html>'))))).toBe('files.xml_schema');
    for (const amount of ['1.000,00', '5e2', '-1.00', '1.234', ''])
      expect(await codeOf(read(readCamt(pieces(camt(entry('', 'CRDT', amount))))))).toBe('reconciliation.entry');
    const deep = camt(entry(`${'<a>'.repeat(120)}${'</a>'.repeat(120)}`));
    expect(await codeOf(read(readCamt(pieces(deep, 1000))))).toBe('files.xml_malformed');
  });
});

const mt940 = `:20:STMT261122
:25:37040044/0532013000
:28C:326/1
:60F:C261122EUR10000,00
:61:2611221122C500,00NTRFNONREF//2026112200012345
ATRIUM DEPOSIT
:86:166?00CREDIT TRANSFER?20EREF+NOTPROVIDED?21SVWZ+AT 7KQ4 M2P9?22deposit?30BNPAFRPPXXX?31FR1420041010050500013M02606?32ANNA MARTIN
:61:2611221122D250,00NTRFP-1001//2026112200012399
:86:116?00TRANSFER?20EREF+P-1001?21SVWZ+Withdrawal P-1001?32ANNA MARTIN
:61:2612310102RD100,00NRTIP-0999//2026112200012401
:86:/EREF/P-0999/RTRN/AC04/NAME/JAN NOVAK/REMI/RETOUR
:62F:C261122EUR10350,00
-
`;

const refused = (text: string) => read(readCamt(pieces(text)));

describe('camt.053 that cannot be read', () => {
  it('is refused by the number of the movement, and the currency or the balance', async () => {
    const good = entry('');
    const of = (wrong: string) => refused(camt(good + good + wrong));
    const inSilver = of(good.replace('Ccy="EUR"', 'Ccy="XAG"'));
    await expect(inSilver).rejects.toMatchObject({
      code: 'reconciliation.entry_currency',
      params: { entry: 3, currency: 'XAG' },
    });
    for (const wrong of [
      entry('', 'CRDT', '1.001'),
      good.replace('2026-11-22', '2026-11-31'),
      good.replace('CRDT', 'X'),
    ])
      await expect(of(wrong)).rejects.toMatchObject({ code: 'reconciliation.entry', params: { entry: 3 } });
    await expect(refused(camt(good, '10,5'))).rejects.toMatchObject({
      code: 'reconciliation.balance',
      params: { number: 'S-1' },
    });
  });

  it('leaves out the statement of an account in another currency, by name, and reads the others', async () => {
    const euros = camt(entry(''));
    const statement = /<Stmt>.*<\/Stmt>/.exec(euros)?.[0] ?? '';
    const silver = statement
      .replaceAll('EUR', 'XAG')
      .replace('500.00', '500.0001')
      .replace('DE89370400440532013000', 'XX1');
    for (const other of [silver, silver.replace('<Ccy>XAG</Ccy>', ''), silver.replace(/<Ccy>.*<\/Bal>/, '</Acct>')]) {
      const { entries, balances, leftOut } = await refused(euros.replace(statement, other + statement));
      expect(entries).toMatchObject([{ at: { entry: 2 }, currency: 'EUR', amountMinor: 50_000n }]);
      expect(balances).toHaveLength(1);
      expect(leftOut).toEqual([{ account: 'XX1', currency: 'XAG', movements: 1 }]);
    }
  });

  it('leaves out no movement in another currency than the one by which an account was left out', async () => {
    const silver = entry('').replace('Ccy="EUR"', 'Ccy="XAG"');
    const advice = (entries: string) => camt(entries).replace(/<Ccy>.*<\/Bal>/, '</Acct>');
    await expect(refused(advice(silver + silver + entry('')))).rejects.toMatchObject({
      code: 'reconciliation.entry_currency',
      params: { entry: 1, currency: 'XAG' },
    });
    await expect(refused(camt(entry('')).replace('<Ccy>EUR', '<Ccy>XAG'))).rejects.toMatchObject({
      code: 'reconciliation.entry_currency',
      params: { entry: 1, currency: 'XAG' },
    });
  });

  it('leaves out an account in a currency that is not in use, whatever it has', async () => {
    const pending = entry('').replace('BOOK', 'PDNG');
    const parts = await read(readCamt(pieces(camt(pending + entry(''), '1.00')), ['USD']));
    expect(parts).toMatchObject({
      entries: [],
      balances: [],
      pending: 0,
      leftOut: [{ currency: 'EUR', movements: 2 }],
    });
    const swift = await read(readMt940(pieces(mt940), ['USD']));
    expect(swift).toMatchObject({ entries: [], balances: [], leftOut: [{ currency: 'EUR', movements: 3 }] });
  });
});

describe('MT940', () => {
  it('is read in pieces of any size, with both ways of field 86', async () => {
    for (const size of [1, 64, 100_000]) {
      const { entries, balances } = await read(readMt940(pieces(mt940.replaceAll('\n', '\r\n'), size)));
      expect(entries.map(({ amountMinor, on, endToEndId, name }) => [amountMinor, on, endToEndId, name])).toEqual([
        [50_000n, '2026-11-22', null, 'ANNA MARTIN'],
        [-25_000n, '2026-11-22', 'P-1001', 'ANNA MARTIN'],
        // Booked on 2 January of the next year.
        [10_000n, '2027-01-02', 'P-0999', 'JAN NOVAK'],
      ]);
      expect(entries[0]).toMatchObject({
        text: 'ATRIUM DEPOSIT AT 7KQ4 M2P9deposit',
        bankReference: '2026112200012345',
        at: { line: 5 },
      });
      expect(entries[2]).toMatchObject({ isReversal: true, returnReason: 'AC04', text: 'RETOUR' });
      expect(balances).toMatchObject([
        { account: '37040044/0532013000', number: '326/1', openingMinor: 1_000_000n, closingMinor: 1_035_000n },
      ]);
    }
  });

  it('reads the report of a day under way (MT942), whose entries are not final', async () => {
    const report = `:20:INTRA\n:25:1\n:28C:1\n:34F:EURC0,01\n:13D:2611221430+0100\n:61:2611221122C500,00NTRFNONREF//1\n:86:x\n:90C:1EUR500,00\n-`;
    expect(await read(readMt940(pieces(report)))).toMatchObject({ entries: [], pending: 1 });
    expect(await linesOf(report)).toEqual([]);
  });

  it('takes the payer from the bank alone, whatever a payer writes into the text', async () => {
    const nameIn = async (...fields: string[]) => {
      const head = [':20:S', ':25:37040044/0532013000', ':28C:1/1', ':60F:C261122EUR0,00'];
      const text = [...head, ...fields, ':62F:C261122EUR500,00', '-'].join('\n');
      return (await read(readMt940(pieces(text)))).entries.map(({ name }) => name);
    };
    const line = ':61:2611221122C500,00NTRFNONREF//1';
    expect(await nameIn(line, ':86:/NAME/JOHN DOE/REMI/AT-7KQ4-M2P9 /NAME/ANNA MARTIN')).toEqual(['JOHN DOE']);
    expect(await nameIn(line, ':86:/NAME/ANNA MARTIN/EREF/X/NAME/JOHN DOE/REMI/x')).toEqual([null]);
    expect(await nameIn(line, ':86:166?20SVWZ+AT?32ANNA MARTIN?30BIC?31IBAN?32JOHN DOE')).toEqual([null]);
    expect(await nameIn(line, ':86:166?20SVWZ+AT?30BIC?31IBAN?32JOHN DOE')).toEqual(['JOHN DOE']);
    // A payer's text that is cut before what looks like a field.
    const cut = `:86:${'x'.repeat(61)}`;
    expect(await nameIn(line, cut, line.replace('C5', 'D5'), ':86:/NAME/ANNA MARTIN')).toEqual([null, null]);
  });

  it('leaves out the statement of an account in another currency, by name, and reads the others', async () => {
    const silver = mt940.replaceAll('EUR', 'XAG').replace('37040044/0532013000', 'XX1');
    const { entries, balances, leftOut } = await read(readMt940(pieces(silver + mt940)));
    expect([entries.length, balances.length]).toEqual([3, 1]);
    expect(leftOut).toEqual([{ account: 'XX1', currency: 'XAG', movements: 3 }]);
  });

  it('names the line that cannot be read', async () => {
    const wrong = mt940.replace('D250,00NTRF', 'D250.00NTRF');
    await expect(read(readMt940(pieces(wrong)))).rejects.toMatchObject({ params: { line: 8 } });
  });
});

describe('a statement of any kind', () => {
  it('is recognised by how it begins, and has all that names a payment', async () => {
    const xml = camt(
      entry(details('<Refs><EndToEndId>P-1</EndToEndId></Refs><RmtInf><Ustrd>AT7KQ4M2P9</Ustrd></RmtInf>')),
    );
    expect(await linesOf(xml)).toMatchObject([
      { endToEndId: 'P-1', text: 'AT7KQ4M2P9', bankReference: 'B1', amountMinor: 50_000n, on: '2026-11-22' },
    ]);
    expect(await linesOf(mt940)).toHaveLength(3);
    expect(await linesOf('reference,amount,currency,date\nP-1,5.00,EUR,2026-11-22\n')).toHaveLength(1);
  });

  it('is refused when its balances do not fit its movements', async () => {
    expect(await codeOf(linesOf(camt(entry(''), '10400.00')))).toBe('reconciliation.sum');
    expect(await codeOf(linesOf(mt940.replace('10350,00', '10350,01')))).toBe('reconciliation.sum');
  });
});
