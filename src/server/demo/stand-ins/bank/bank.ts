import { createHash } from 'node:crypto';
import type { Lies } from '../lies.ts';
import { statusOf, writeAnswer } from './answer.ts';
import type { Account, Books, Entry, OrderPart, Party, TakenOrder } from './books.ts';
import { faultOfOrder, faultOfSchema, faultOfTransfer, type Reason } from './check-order.ts';
import { readOrder, type Order } from './read-order.ts';
import { writeAdvice, writeMt940, writeStatement } from './statement.ts';

/** A file, as a bucket or the server of a bank keeps it. */
export interface StoredFile {
  body: Buffer;
  changedAt: Date;
}

/** By its path without a leading slash: `in/` holds what the customer leaves, `out/` what the bank leaves. */
export type Files = Map<string, StoredFile>;

/**
 * What the bank may write: a report a second time under another name, what it executed before what it took, a report about a
 * file that it never had, a statement whose entries have other references than the advice, and no statement for a day.
 */
export const reportLies = [
  'same_report_again',
  'out_of_order',
  'unknown_file',
  'repeats_advice',
  'missing_day',
] as const;
export type ReportLie = (typeof reportLies)[number];

interface Setting {
  books: Books;
  files: Files;
  lies: Lies<ReportLie>;
  statements: 'camt.053' | 'mt940';
  /** With the official schemas, against which xmllint then holds every order. */
  schemas: string | undefined;
}

/** Takes orders from a folder, pays them from the accounts of its customer, and leaves its reports there. */
export class Bank {
  readonly books: Books;
  readonly files: Files;
  readonly #setting: Setting;
  /** What it took already, by the hash of its content and its path. */
  readonly #taken = new Set<string>();
  readonly #messageIds = new Set<string>();
  /** MsgId of what came again, and was refused. */
  readonly repetitions: string[] = [];
  readonly #planned = new Map<string, Reason>();
  /** Reports that come late. */
  #held: { name: string; content: string }[] = [];
  #reports = 0;

  constructor(setting: Setting) {
    this.#setting = setting;
    this.books = setting.books;
    this.files = setting.files;
  }

  /**
   * Takes every new file of `in/` whose name ends with `.xml`, and answers it as a whole. A taken one stays there until the day ends.
   * @param isOpen which of them are still being written
   */
  async collect(isOpen: (path: string) => boolean = () => false): Promise<void> {
    for (const [path, { body }] of this.files) {
      if (!/^in\/[^/]+\.xml$/i.test(path) || isOpen(path)) continue;
      const mark = `${path} ${createHash('sha256').update(body).digest('hex')}`;
      if (this.#taken.has(mark)) continue;
      this.#taken.add(mark);
      await this.#take(body);
    }
  }

  async #take(content: Buffer): Promise<void> {
    const { schemas } = this.#setting;
    const order = await readOrder(content).catch(() => null);
    const fault: Reason | null =
      order === null
        ? { code: 'FF01', words: 'Invalid file format' }
        : ((schemas === undefined ? null : faultOfSchema(content, schemas)) ??
          faultOfOrder(this.books, order, this.#messageIds));
    const messageId = order?.messageId || 'NOTPROVIDED';
    if (this.#messageIds.has(messageId)) this.repetitions.push(messageId);
    if (this.#setting.lies.takes('unknown_file'))
      this.#report('pain.002', (id) => this.#answer(id, 'F0-unknown', 'ACTC'));
    const isLate = fault === null && this.#setting.lies.takes('out_of_order');
    this.#report('pain.002', (id) => this.#answer(id, messageId, fault ? 'RJCT' : 'ACTC', fault), isLate);
    if (order && !fault) this.#accept(order);
  }

  #answer(id: string, messageId: string, status: 'ACTC' | 'RJCT', reason: Reason | null = null): string {
    return writeAnswer({ id, at: this.books.now, messageId, status, reason });
  }

  #accept({ messageId, parts }: Order): void {
    this.#messageIds.add(messageId);
    this.books.orders.set(messageId, { messageId, parts, isExecuted: false });
    for (const part of parts) for (const line of part.lines) this.books.lines.set(line.endToEndId, { line, part });
  }

  /** Pays what is due today, answers it line by line, and advises it. */
  execute(): void {
    for (const order of this.books.orders.values()) {
      if (order.isExecuted || order.parts.some(({ payOn }) => payOn > this.books.day)) continue;
      order.isExecuted = true;
      for (const part of order.parts) this.#pay(part);
      this.#report('pain.002', (id) => this.#answerLines(id, order));
    }
    for (const { name, content } of this.#held.splice(0)) this.#leave(name, content);
    this.#advise();
  }

  #answerLines(id: string, { messageId, parts }: TakenOrder): string {
    const status = statusOf(parts.flatMap(({ lines }) => lines));
    return writeAnswer({ id, at: this.books.now, messageId, status, parts });
  }

  #pay(part: OrderPart): void {
    const account = this.books.accountOf(part.number, part.currency);
    if (!account) throw new Error(`no account ${part.number}`);
    for (const line of part.lines) {
      const isCovered = account.balanceMinor >= line.amountMinor;
      const fault = this.#planned.get(line.endToEndId) ?? faultOfTransfer(part, line);
      line.reason = fault ?? (isCovered ? null : { code: 'AM04', words: 'Insufficient funds' });
      line.status = line.reason ? 'rejected' : 'settled';
      if (line.reason) continue;
      const { endToEndId, creditor: party, text } = line;
      this.books.book(account, {
        amountMinor: -line.amountMinor,
        endToEndId,
        party,
        text,
        kind: 'order',
        returnReason: null,
      });
    }
  }

  /** Money arrives. */
  credit(to: { number: string; currency: string; amountMinor: bigint; party: Party; text: string }): void {
    const account = this.books.accountOf(to.number, to.currency);
    if (!account || to.amountMinor <= 0n) throw new Error(`no account ${to.number} in ${to.currency}, or no amount`);
    const { amountMinor, party, text } = to;
    this.books.book(account, { amountMinor, endToEndId: null, party, text, kind: 'receipt', returnReason: null });
    this.#advise();
  }

  /** A line that is not executed yet will be rejected. */
  reject(endToEndId: string, code = 'AC04'): void {
    if ((this.books.lines.get(endToEndId)?.line.status ?? 'accepted') !== 'accepted')
      throw new Error(`${endToEndId} is executed`);
    this.#planned.set(endToEndId, { code, words: 'As the bank of the creditor says' });
  }

  /** What was paid comes back. */
  returnLine(endToEndId: string, code = 'AC04'): void {
    const found = this.books.lines.get(endToEndId);
    const account = found && this.books.accountOf(found.part.number, found.part.currency);
    if (!account || found.line.status !== 'settled') throw new Error(`${endToEndId} was not paid`);
    const { line } = found;
    line.status = 'returned';
    line.reason = { code, words: 'Returned' };
    const { amountMinor, creditor: party, text } = line;
    this.books.book(account, { amountMinor, endToEndId, party, text, kind: 'return', returnReason: code });
    this.#advise();
  }

  /** Writes the statement of each account on which money moved, takes what it read away, and begins the next day. */
  closeDay(): void {
    const { books, files } = this;
    const { lies, statements } = this.#setting;
    const isMissing = lies.takes('missing_day');
    const isRenumbered = lies.takes('repeats_advice');
    for (const account of isMissing ? [] : books.accounts) {
      if (account.entries.length === 0) continue;
      const entries = isRenumbered ? account.entries.map(renumbered) : account.entries;
      const { openingMinor, balanceMinor: closingMinor } = account;
      const report = { at: books.now, account, entries, day: books.day, openingMinor, closingMinor };
      const write = statements === 'mt940' ? writeMt940 : writeStatement;
      this.#report(statements, (id) => write({ ...report, id }));
    }
    for (const path of files.keys()) {
      const isTaken = [...this.#taken].some((mark) => mark.startsWith(`${path} `));
      if (isTaken) files.delete(path);
    }
    books.closeDay();
  }

  #advise(): void {
    for (const account of this.books.accounts) {
      const entries = account.entries.filter(({ isAdvised }) => !isAdvised);
      if (entries.length === 0) continue;
      this.#report('camt.054', (id) => writeAdvice({ id, at: this.books.now, account, entries }));
      for (const entry of entries) entry.isAdvised = true;
    }
  }

  #report(kind: string, write: (id: string) => string, isLate = false): void {
    const id = this.#nextId();
    const report = { name: nameOf(kind, id), content: write(id) };
    if (isLate) return void this.#held.push(report);
    this.#leave(report.name, report.content);
    if (this.#setting.lies.takes('same_report_again')) this.#leave(nameOf(kind, this.#nextId()), report.content);
  }

  #nextId(): string {
    this.#reports += 1;
    return `B${this.books.day.replaceAll('-', '')}${String(this.#reports).padStart(5, '0')}`;
  }

  #leave(name: string, content: string): void {
    this.files.set(`out/${name}`, { body: Buffer.from(content), changedAt: this.books.now });
  }
}

const nameOf = (kind: string, id: string): string => `${id}.${kind === 'mt940' ? 'sta' : `${kind}.xml`}`;

/** The same entry under another reference, as from another program of the bank. */
const renumbered = (entry: Entry): Entry => ({ ...entry, reference: `X${entry.reference.slice(1)}` });

export type AccountInfo = Pick<Account, 'number' | 'bic' | 'name' | 'currency' | 'balanceMinor'>;
