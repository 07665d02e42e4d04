import { toDecimal } from '#contract/kernel/money.ts';
import { element, type Xml } from '#server/platform/xml/write-xml.ts';
import { isSepa, isZengin, type IsoAccount } from './bank-account.ts';
import { bankText, zenginText } from './bank-text.ts';

/** One transfer of a file; the amount in minor units of the file's currency. */
export interface Transfer {
  endToEndId: string;
  uetr: string;
  amountMinor: bigint;
  name: string;
  account: IsoAccount;
}

export interface PaymentOrder {
  messageId: string;
  createdAt: Date;
  /** As `2026-03-02`. */
  payOn: string;
  currency: string;
  debtor: { name: string; account: IsoAccount };
  transfers: readonly Transfer[];
}

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

/** In which part of the file a transfer is: those of SEPA, or all others. */
export const blockOf = ({ currency, debtor }: PaymentOrder, { account }: Transfer): 1 | 2 =>
  isSepa(currency, debtor.account, account) ? 1 : 2;

/**
 * A payment order as ISO 20022 has it (pain.001.001.09). Each transfer is booked by itself, so that each is a line of the
 * statement.
 * @throws RangeError for an order that is valid XML and still wrong: no transfer, or one of nothing
 */
export function writePaymentOrder(order: PaymentOrder): string {
  const { messageId, createdAt, debtor, transfers } = order;
  if (transfers.length === 0 || transfers.some(({ amountMinor }) => amountMinor <= 0n))
    throw new RangeError('a payment order needs amounts');
  const blocks = ([1, 2] as const).map((block) => ({
    block,
    own: transfers.filter((each) => blockOf(order, each) === block),
  }));
  const header = element('GrpHdr', [
    element('MsgId', messageId),
    element('CreDtTm', `${createdAt.toISOString().slice(0, 19)}Z`),
    ...counted(order, transfers),
    element('InitgPty', element('Nm', bankText(debtor.name, 70))),
  ]);
  const parts = blocks.filter(({ own }) => own.length > 0).map(({ block, own }) => writeBlock(order, block, own));
  const root = element('Document', element('CstmrCdtTrfInitn', [header, ...parts]), { xmlns: namespace });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root?.source ?? ''}\n`;
}

const counted = ({ currency }: PaymentOrder, transfers: readonly Transfer[]) => [
  element('NbOfTxs', transfers.length),
  element(
    'CtrlSum',
    toDecimal(
      transfers.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
      currency,
    ),
  ),
];

function writeBlock(order: PaymentOrder, block: 1 | 2, transfers: readonly Transfer[]): Xml | null {
  const { messageId, payOn, currency, debtor } = order;
  return element('PmtInf', [
    element('PmtInfId', `${messageId}-${block}`),
    element('PmtMtd', 'TRF'),
    element('BtchBookg', 'false'),
    ...counted(order, transfers),
    block === 1 && element('PmtTpInf', element('SvcLvl', element('Cd', 'SEPA'))),
    element('ReqdExctnDt', element('Dt', payOn)),
    element('Dbtr', element('Nm', bankText(debtor.name, 70))),
    element('DbtrAcct', [...writeAccount(debtor.account), element('Ccy', currency)]),
    element('DbtrAgt', writeBank(debtor.account)),
    element('ChrgBr', block === 1 ? 'SLEV' : 'SHAR'),
    ...transfers.map((transfer) => writeTransfer(transfer, order)),
  ]);
}

function writeTransfer(transfer: Transfer, { currency, debtor }: PaymentOrder): Xml | null {
  const { endToEndId, uetr, amountMinor, name, account } = transfer;
  const { kana = '' } = account;
  return element('CdtTrfTxInf', [
    element('PmtId', [element('InstrId', endToEndId), element('EndToEndId', endToEndId), element('UETR', uetr)]),
    element('Amt', element('InstdAmt', toDecimal(amountMinor, currency), { Ccy: currency })),
    element('CdtrAgt', writeBank(account)),
    element('Cdtr', [
      element('Nm', isZengin(currency, debtor.account, account) ? zenginText(kana) : bankText(name, 70)),
      element('PstlAdr', [
        element('TwnNm', account.town && bankText(account.town, 35)),
        element('Ctry', account.country),
        ...linesOf(account.address ?? '').map((line) => element('AdrLine', line)),
      ]),
      writeTaxId(account),
    ]),
    element('CdtrAcct', writeAccount(account)),
    element('RmtInf', element('Ustrd', endToEndId)),
  ]);
}

/** The code TXID is of ISO's external code lists, for persons and for organisations. */
const writeTaxId = ({ taxId }: IsoAccount): Xml | null =>
  element(
    'Id',
    element(
      taxId?.isCompany ? 'OrgId' : 'PrvtId',
      element('Othr', taxId && [element('Id', taxId.number), element('SchmeNm', element('Cd', 'TXID'))]),
    ),
  );

const writeAccount = ({ iban, number, isWhole, type }: IsoAccount) => [
  element('Id', [
    element('IBAN', iban),
    element('Othr', [element('Id', number), element('SchmeNm', element('Cd', isWhole && 'BBAN'))]),
  ]),
  element('Tp', element('Cd', type)),
];

const writeBank = ({ bic, clearing }: IsoAccount) =>
  element('FinInstnId', [
    element('BICFI', bic),
    element(
      'ClrSysMmbId',
      clearing && [element('ClrSysId', element('Cd', clearing.system)), element('MmbId', clearing.member)],
    ),
  ]);

/** An address in lines of 70 signs, two at most. */
const linesOf = (address: string): string[] => {
  const plain = bankText(address, 140);
  return [plain.slice(0, 70), plain.slice(70)].map((line) => line.trim()).filter(Boolean);
};
