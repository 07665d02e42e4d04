import { fromDecimal } from '#contract/kernel/money.ts';
import { allIn, findIn, readXml, textIn, type XmlNode } from '#server/platform/xml/read-xml.ts';
import type { OrderLine, OrderPart } from './books.ts';

/** A count and a sum, as the file says them of its lines. */
interface Counted {
  count: string;
  sum: string;
}

/** A payment order as it arrived (ISO 20022 pain.001.001.09). */
export interface Order {
  messageId: string;
  said: Counted;
  parts: (OrderPart & { said: Counted; method: string })[];
}

const shape = {
  namespace: /^urn:iso:std:iso:20022:tech:xsd:pain\.001\.001\.09$/,
  expected: 'pain.001.001.09',
  containers: new Set(['Document', 'CstmrCdtTrfInitn', 'PmtInf']),
};

/** @throws Refusal for a file that is not such an order, RangeError for an amount that is none */
export async function readOrder(content: Buffer): Promise<Order> {
  const order: Order = { messageId: '', said: { count: '', sum: '' }, parts: [] };
  let part = emptyPart();
  let position = 0;
  for await (const piece of readXml(onePiece(content), shape)) {
    if ('ended' in piece) {
      if (piece.ended !== 'PmtInf') continue;
      order.parts.push(part);
      part = emptyPart();
      continue;
    }
    const { node } = piece;
    if (node.name === 'GrpHdr') {
      order.messageId = textIn(node, 'MsgId') ?? '';
      order.said = { count: textIn(node, 'NbOfTxs') ?? '', sum: textIn(node, 'CtrlSum') ?? '' };
    } else if (node.name === 'CdtTrfTxInf') {
      position += 1;
      part.lines.push(readLine(node, position));
    } else addTo(part, node);
  }
  return order;
}

async function* onePiece(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

const emptyPart = (): Order['parts'][number] => ({
  id: '',
  method: '',
  number: '',
  currency: '',
  payOn: '',
  isSepa: false,
  said: { count: '', sum: '' },
  lines: [],
});

function addTo(part: Order['parts'][number], node: XmlNode): void {
  if (node.name === 'PmtInfId') part.id = node.text;
  else if (node.name === 'PmtMtd') part.method = node.text;
  else if (node.name === 'NbOfTxs') part.said.count = node.text;
  else if (node.name === 'CtrlSum') part.said.sum = node.text;
  else if (node.name === 'PmtTpInf') part.isSepa = textIn(node, 'SvcLvl', 'Cd') === 'SEPA';
  else if (node.name === 'ReqdExctnDt') part.payOn = textIn(node, 'Dt') ?? (textIn(node, 'DtTm') ?? '').slice(0, 10);
  else if (node.name === 'DbtrAcct') {
    part.number = numberIn(node) ?? '';
    part.currency = textIn(node, 'Ccy') ?? '';
  }
}

/** An IBAN, or the number of an account that has none. */
const numberIn = (account: XmlNode | undefined): string | undefined =>
  textIn(account, 'Id', 'IBAN') ?? textIn(account, 'Id', 'Othr', 'Id');

function readLine(node: XmlNode, position: number): OrderLine {
  const amount = findIn(node, 'Amt', 'InstdAmt');
  const currency = amount?.attributes['Ccy'] ?? '';
  return {
    position,
    endToEndId: textIn(node, 'PmtId', 'EndToEndId') ?? '',
    instructionId: textIn(node, 'PmtId', 'InstrId') ?? null,
    amountMinor: fromDecimal(amount?.text ?? '', currency),
    currency,
    creditor: {
      name: textIn(node, 'Cdtr', 'Nm') ?? '',
      account: numberIn(findIn(node, 'CdtrAcct')) ?? null,
    },
    text: allIn(findIn(node, 'RmtInf'), 'Ustrd')
      .map(({ text }) => text)
      .join(''),
    status: 'accepted',
    reason: null,
  };
}
