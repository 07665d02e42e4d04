import { element, type Xml } from '#server/platform/xml/write-xml.ts';
import type { OrderLine, OrderPart } from './books.ts';
import type { Reason } from './check-order.ts';

interface Answer {
  /** Of this report. */
  id: string;
  at: Date;
  /** MsgId of the file that it answers. */
  messageId: string;
  status: 'ACTC' | 'ACSC' | 'PART' | 'RJCT';
  reason?: Reason | null;
  /** None where only the file as a whole is answered. */
  parts?: readonly OrderPart[];
}

/** A status report (ISO 20022 pain.002.001.10). */
export function writeAnswer({ id, at, messageId, status, reason, parts = [] }: Answer): string {
  const report = element('CstmrPmtStsRpt', [
    element('GrpHdr', [element('MsgId', id), element('CreDtTm', timeOf(at))]),
    element('OrgnlGrpInfAndSts', [
      element('OrgnlMsgId', messageId),
      element('OrgnlMsgNmId', 'pain.001.001.09'),
      element('GrpSts', status),
      writeReason(reason),
    ]),
    ...parts.map((part) =>
      element('OrgnlPmtInfAndSts', [
        element('OrgnlPmtInfId', part.id),
        element('PmtInfSts', statusOf(part.lines)),
        ...part.lines.map((line) => writeLine(line, `${id}-${line.position}`)),
      ]),
    ),
  ]);
  const root = element('Document', report, { xmlns: 'urn:iso:std:iso:20022:tech:xsd:pain.002.001.10' });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root?.source ?? ''}\n`;
}

/** What is said of lines together. */
export function statusOf(lines: readonly OrderLine[]): 'ACSC' | 'PART' | 'RJCT' {
  const rejected = lines.filter((line) => line.status === 'rejected').length;
  if (rejected === 0) return 'ACSC';
  return rejected === lines.length ? 'RJCT' : 'PART';
}

export const timeOf = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

const writeLine = ({ instructionId, endToEndId, status, reason }: OrderLine, id: string): Xml | null =>
  element('TxInfAndSts', [
    element('StsId', id),
    element('OrgnlInstrId', instructionId),
    element('OrgnlEndToEndId', endToEndId),
    element('TxSts', status === 'rejected' ? 'RJCT' : 'ACSC'),
    writeReason(reason),
  ]);

const writeReason = (reason: Reason | null | undefined): Xml | null =>
  element(
    'StsRsnInf',
    reason && [element('Rsn', element('Cd', reason.code)), element('AddtlInf', reason.words.slice(0, 105))],
  );
