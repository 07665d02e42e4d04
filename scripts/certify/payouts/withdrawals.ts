import { sql } from '#server/platform/db/sql.ts';
import { deposit } from '#test/money/wallet.ts';
import { codeMailed, linkMailed } from '../mail.ts';
import { raise } from '../raise.ts';
import { until, type Person, type World } from '../world.ts';

/** A client with money, who withdraws it to an account of their own. */
export class Withdrawals {
  readonly world: World;
  readonly client: Person;
  readonly walletId: string;
  readonly #destinationId: string;
  #requested = 0;

  private constructor(world: World, client: Person, walletId: string, destinationId: string) {
    this.world = world;
    this.client = client;
    this.walletId = walletId;
    this.#destinationId = destinationId;
  }

  /** @param country where the client has to live, if that matters */
  static async open(world: World, destination: object, country?: string): Promise<Withdrawals> {
    const client = await world.newClient();
    if (country) await world.db.run(sql`update person set country = ${country} where id = ${client.id}`);
    await raise(world, client);
    await deposit(world.db, client.id, 1_000_000n, new Date(world.now() * 1000));
    const [wallet] = await world.ask(client, 'POST /api/wallets', {});
    const added = { method: 'bank_transfer', label: 'Mine', ...destination };
    const { id } = await world.ask(client, 'POST /api/payments/destinations/add', added);
    const token = await linkMailed(world, client, 'destination');
    await world.ask(client, 'POST /api/payments/destinations/confirm', { token });
    return new Withdrawals(world, client, wallet?.id ?? '', id);
  }

  /** A withdrawal of an amount that no other has, approved by staff. */
  async approved(): Promise<string> {
    this.#requested += 1;
    const { world, client } = this;
    const amount = (20 + this.#requested / 100).toFixed(2);
    const request = { wallet_id: this.walletId, destination_id: this.#destinationId, amount };
    return requestApproved(world, client, request);
  }

  async stateOf(id: string): Promise<string> {
    const { state } = await this.world.db.one<{ state: string }>(sql`select state from payment where id = ${id}`);
    return state;
  }

  async reaches(id: string, state: string): Promise<void> {
    await until(`a withdrawal is ${state}`, async () => ((await this.stateOf(id)) === state ? true : undefined));
  }
}

/** Requested and confirmed by its client, and approved by staff. */
export async function requestApproved(
  world: World,
  client: Person,
  request: { wallet_id: string; destination_id: string; amount: string },
): Promise<string> {
  const { payment } = await world.ask(client, 'POST /api/payments/withdraw', request);
  const { id, number } = payment;
  // The mail names the withdrawal, so that no earlier code is taken.
  const code = await codeMailed(world, client, number);
  await world.ask(client, 'POST /api/payments/confirm', { payment_id: id, code });
  const ines = await world.staff('ines');
  for (const act of ['assign', 'approve'] as const)
    await world.ask(ines, `POST /api/staff/payments/${act}`, { payment_id: id });
  return id;
}
