import { newPspReference, type Amount } from '../adyen/objects.ts';

interface TransferEvent {
  id: string;
  bookingDate: string;
  mutations: { currency: string; balance?: number; received?: number; reserved?: number }[];
  status: string;
  type: 'accounting';
}

interface Counterparty {
  bankAccount: {
    accountHolder: { fullName: string };
    accountIdentification: { type: string };
  };
}

/** A transfer as Adyen writes it, as far as it is documented for these calls, with our values. */
export interface Transfer {
  id: string;
  amount: Amount;
  balanceAccount: { id: string };
  category: 'bank';
  categoryData: { priority: string; type: 'bank' };
  counterparty: Counterparty;
  createdAt: string;
  description: string;
  direction: 'outgoing';
  events: TransferEvent[];
  reason: string;
  reference: string;
  referenceForBeneficiary: string;
  sequenceNumber: number;
  status: string;
  tracking?: { type: 'confirmation'; status: 'credited' };
  type: 'bankTransfer';
}

export interface NewTransfer extends Pick<
  Transfer,
  'amount' | 'counterparty' | 'description' | 'reference' | 'referenceForBeneficiary'
> {
  priority: string;
}

export interface Notification {
  type: 'balancePlatform.transfer.created' | 'balancePlatform.transfer.updated';
  environment: 'test' | 'live';
  timestamp: string;
  data: Transfer;
}

/** Everything that the stand-in knows, and what it says about each change. */
export class Books {
  readonly transfers = new Map<string, Transfer>();
  readonly account: string;
  /** In seconds. */
  readonly now: () => number;
  /** What sends a notification. */
  announce: (notification: Notification) => void = () => {};

  constructor(account: string, now: () => number) {
    this.account = account;
    this.now = now;
  }

  get #time(): string {
    return new Date(this.now() * 1000).toISOString();
  }

  create({ priority, ...order }: NewTransfer): Transfer {
    const made: Transfer = {
      ...structuredClone(order),
      id: newPspReference(),
      balanceAccount: { id: this.account },
      category: 'bank',
      categoryData: { priority, type: 'bank' },
      createdAt: this.#time,
      direction: 'outgoing',
      events: [],
      reason: 'approved',
      sequenceNumber: 0,
      status: '',
      type: 'bankTransfer',
    };
    this.transfers.set(made.id, made);
    this.move(made, 'received', { received: -made.amount.value });
    return made;
  }

  /** @param mutation what the balance account has more or less by that */
  move(
    transfer: Transfer,
    status: string,
    mutation: { balance?: number; received?: number; reserved?: number } = {},
  ): void {
    transfer.status = status;
    transfer.events.push({
      id: `EVJN${newPspReference()}`,
      bookingDate: this.#time,
      mutations: [{ currency: transfer.amount.currency, ...mutation }],
      status,
      type: 'accounting',
    });
    this.tell(transfer);
  }

  tell(transfer: Transfer): void {
    transfer.sequenceNumber += 1;
    this.announce({
      type: `balancePlatform.transfer.${transfer.sequenceNumber === 1 ? 'created' : 'updated'}`,
      environment: 'test',
      timestamp: this.#time,
      data: structuredClone(transfer),
    });
  }

  transferOf(id: string): Transfer {
    const transfer = this.transfers.get(id);
    if (!transfer) throw new Error(`no transfer ${id}`);
    return transfer;
  }

  /** By our reference, the earliest first. */
  transfersOf(reference: string): Transfer[] {
    return [...this.transfers.values()].filter((each) => each.reference === reference);
  }

  /** By our reference: what has left the balance account and has not come back. */
  net(): Map<string, bigint> {
    const net = new Map<string, bigint>();
    for (const { reference, events } of this.transfers.values())
      for (const { mutations } of events)
        for (const { balance = 0 } of mutations) net.set(reference, (net.get(reference) ?? 0n) - BigInt(balance));
    return net;
  }
}
