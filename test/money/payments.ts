import { composeIBAN } from 'ibantools';
import { randomUUID } from 'node:crypto';
import type { Route } from '#contract/api.ts';
import { sql } from '#server/platform/db/sql.ts';
import { emailsTo } from '../mailbox.ts';
import type { Replied, Session, TestServer } from '../server.ts';
import { deposit, walletOf, type TestWallet } from './wallet.ts';

/** A client with a wallet who may pay in and out. */
export interface Payer {
  session: Session;
  wallet: TestWallet;
}

export const iban = 'GB29NWBK60161331926819';
let ibans = 0;
/** An IBAN that no other client uses. */
export const newIban = (): string =>
  composeIBAN({ countryCode: 'DE', bban: `50010517${String(++ibans).padStart(10, '0')}` }) ?? '';
export const card = '4242424242424242';

/** Makes one call with a key of its own, or with the one given; proves by the password who calls where that is due, as a page does. */
export function asker(server: TestServer) {
  return async <R extends Route>(
    route: R,
    as: Session,
    body: object,
    key: string = randomUUID(),
  ): Promise<Replied<R>> => {
    const request = () => server.call(route, { as, body, headers: { 'idempotency-key': key } });
    const response = await request();
    if (response.status !== 409 || response.refusal.code !== 'auth.proof_due') return response;
    await server.call('POST /api/session/prove', { as, body: { current_password: as.password } });
    return request();
  };
}

/** A new client at that level; `funds` is in US cents and has no source that it would have to return to. */
export async function newPayer(server: TestServer, level = 3, funds = 0n): Promise<Payer> {
  const session = await server.register();
  // Remembered, so that a test may let days pass.
  await server.signIn({ email: session.user.email, remember: true, as: session });
  await server.db.run(sql`update person set verification_level = ${level} where id = ${session.user.id}`);
  if (funds > 0n) await deposit(server.db, session.user.id, funds, server.clock.now());
  return { session, wallet: await walletOf(server.db, session.user.id) };
}

/** The IBAN among the fields of an account to which a client pays. */
export const ibanOf = (bank: { fields: readonly { field: string; value: string }[] } | null): string =>
  bank?.fields.find(({ field }) => field === 'iban')?.value ?? '';

/** The fields of an account with an IBAN, as a client is shown them. */
export const fieldsWith = (number: string | undefined, bic = 'HARBDEFF') => [
  { field: 'iban', value: number },
  { field: 'bic', value: bic },
];

/** An account of the operator, without which no transfers are taken. */
export async function openBank(server: TestServer): Promise<void> {
  await server.db.run(sql`
    insert into payment_bank_account (currency, beneficiary, bank, iban, bic)
    values ('USD', 'Atrium', 'Harbour Bank', 'DE89370400440532013000', 'HARBDEFF') on conflict do nothing`);
}

export async function confirmedDestination(
  server: TestServer,
  { session }: Payer,
  account: string | object = iban,
): Promise<string> {
  const method = account === iban || typeof account === 'object' ? 'bank_transfer' : 'sandbox';
  const body = { method, label: 'Mine', ...(typeof account === 'object' ? account : { account }) };
  const { body: added } = await asker(server)('POST /api/payments/destinations/add', session, body);
  const [email] = await emailsTo(server, session.user.email);
  const link = email?.links[0] ?? '';
  const token = link.slice(link.lastIndexOf('/') + 1);
  await asker(server)('POST /api/payments/destinations/confirm', session, { token });
  return added.id;
}

/** The code in the latest mail. */
export async function emailedCode(server: TestServer, { session }: Payer): Promise<string> {
  const [email] = await emailsTo(server, session.user.email);
  return /\b\d{6}\b/.exec(email?.subject ?? '')?.[0] ?? '';
}

/** Requests a withdrawal and confirms it; returns its id. */
export async function submitted(
  server: TestServer,
  payer: Payer,
  destinationId: string,
  amount: string,
): Promise<string> {
  const request = asker(server);
  const params = { wallet_id: payer.wallet.walletId, destination_id: destinationId, amount };
  const input = await request('POST /api/payments/withdraw', payer.session, params);
  if (input.status !== 200) throw new Error(JSON.stringify(input.refusal));
  const { id } = input.body.payment;
  const code = await emailedCode(server, payer);
  const confirmed = await request('POST /api/payments/confirm', payer.session, { payment_id: id, code });
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.refusal));
  return id;
}

/** A deposit by test card, which is credited at once. */
export async function paidByCard(
  server: TestServer,
  { session, wallet }: Payer,
  amount: string,
  number = card,
): Promise<string> {
  const body = { wallet_id: wallet.walletId, method: 'sandbox', amount, card: number };
  return (await asker(server)('POST /api/payments/deposit', session, body)).body.payment.id;
}

/** A bank transfer that the client has reported. */
export async function reported(server: TestServer, { session, wallet }: Payer, amount: string): Promise<string> {
  const request = asker(server);
  const params = { wallet_id: wallet.walletId, method: 'bank_transfer', amount };
  const { body } = await request('POST /api/payments/deposit', session, params);
  await request('POST /api/payments/mark-as-paid', session, { payment_id: body.payment.id });
  return body.payment.id;
}

/** The code of a refusal, or of the first field that was refused. */
export function codeOf({
  refusal,
}: {
  refusal: { code: string; errors?: Record<string, { code: string }[]> };
}): string {
  return Object.values(refusal.errors ?? {})[0]?.[0]?.code ?? refusal.code;
}
