import { bankStatuses, type BankStatus } from '#contract/payments/bank-file-names.ts';
import { readXml, allIn, textIn, type XmlNode } from '#server/platform/xml/read-xml.ts';

/** What the bank says of a file, a part of it or one line. `PART` says nothing by itself: the lines do. */
export interface Said {
  status: BankStatus | 'PART' | null;
  /** ISO code, and the bank's words. */
  reason: string | null;
  detail: string | null;
}

/** A status report of the bank (ISO 20022 pain.002). */
export interface Answer {
  messageId: string;
  /** MsgId of the file that it answers. */
  fileMessageId: string;
  file: Said;
  /** By PmtInfId. */
  blocks: Map<string, Said>;
  /** By EndToEndId. */
  lines: Map<string, Said>;
}

const shape = {
  namespace: /^urn:iso:std:iso:20022:tech:xsd:pain\.002\.001\.\d{2}$/,
  expected: 'pain.002',
  containers: new Set(['Document', 'CstmrPmtStsRpt', 'OrgnlPmtInfAndSts']),
};

/** Banks write times of a whole second, and statuses of other schemes too: those say nothing about money here. */
const known: ReadonlySet<string> = new Set([...bankStatuses, 'PART']);

/** @throws Refusal as `readXml` */
export async function readAnswerFile(content: AsyncIterable<Buffer>): Promise<Answer> {
  const answer: Answer = { messageId: '', fileMessageId: '', file: nothing, blocks: new Map(), lines: new Map() };
  let block: { id: string; said: Said } = { id: '', said: nothing };
  for await (const part of readXml(content, shape)) {
    if ('ended' in part) {
      if (part.ended !== 'OrgnlPmtInfAndSts') continue;
      answer.blocks.set(block.id, block.said);
      block = { id: '', said: nothing };
      continue;
    }
    const { node } = part;
    if (node.name === 'GrpHdr') answer.messageId = textIn(node, 'MsgId') ?? '';
    else if (node.name === 'OrgnlGrpInfAndSts') {
      answer.fileMessageId = textIn(node, 'OrgnlMsgId') ?? '';
      answer.file = said(textIn(node, 'GrpSts'), allIn(node, 'StsRsnInf'));
    } else if (node.name === 'OrgnlPmtInfId') block.id = node.text;
    else if (node.name === 'PmtInfSts') block.said = { ...block.said, status: statusOf(node.text) };
    else if (node.name === 'StsRsnInf') block.said = { ...said(undefined, [node]), status: block.said.status };
    else if (node.name === 'TxInfAndSts') {
      const reference = textIn(node, 'OrgnlEndToEndId') ?? textIn(node, 'OrgnlInstrId') ?? '';
      answer.lines.set(reference, said(textIn(node, 'TxSts'), allIn(node, 'StsRsnInf')));
    }
  }
  return answer;
}

const nothing: Said = { status: null, reason: null, detail: null };

const statusOf = (text: string | undefined): Said['status'] =>
  text !== undefined && known.has(text) ? (text as BankStatus | 'PART') : null;

const said = (status: string | undefined, reasons: readonly XmlNode[]): Said => {
  const reason = reasons.map((node) => textIn(node, 'Rsn', 'Cd') ?? textIn(node, 'Rsn', 'Prtry')).find(Boolean);
  const words = reasons.flatMap((node) => allIn(node, 'AddtlInf').map(({ text }) => text));
  return {
    status: statusOf(status),
    reason: reason?.slice(0, 35) ?? null,
    detail: words.join(' ').slice(0, 210) || null,
  };
};
