import { sql } from '#server/platform/db/sql.ts';
import type { startSms } from '#server/demo/stand-ins/sms/sms.ts';
import { Refused } from '../../fault/hand.ts';
import type { CallKind, Triggers, Verdict } from '../trial.ts';
import type { Person, World } from '../world.ts';

export type Sms = Awaited<ReturnType<typeof startSms>>;

/** What a message may end as in Atrium. */
type Delivery = 'delivered' | 'failed' | 'sent';

/** A code that a client has asked for, and how many messages there were before. */
export interface Code {
  id: string;
  before: number;
}

/** Clients who prove their phones, one code each. */
export class PhonePath {
  readonly world: World;
  readonly sms: Sms;
  readonly triggers: Triggers;
  readonly calls: { send: CallKind; read: CallKind };
  readonly client: Person;

  constructor(
    { world, sms, triggers }: { world: World; sms: Sms; triggers: Triggers },
    calls: { send: CallKind; read: CallKind },
    client: Person,
  ) {
    this.world = world;
    this.sms = sms;
    this.triggers = triggers;
    this.calls = calls;
    this.client = client;
  }

  /** Asks for a code. Atrium may refuse when its provider does, and may die over it. */
  async request(): Promise<Code> {
    const { db } = this.world;
    // Each trial is a minute of its own to the limits.
    await db.run(sql`delete from rate_window`);
    const before = this.sms.messages.length;
    const last = await this.#latest();
    await this.#ask();
    if ((await this.#latest()) === last) {
      // The server died over the look-up of an earlier code.
      await this.world.revive();
      await this.#ask();
    }
    const id = await this.#latest();
    if (id === undefined || id === last) throw new Error('no code was made');
    return { id, before };
  }

  async #ask(): Promise<void> {
    await this.world.ask(this.client, 'POST /api/verification/phone-code', {}).catch((error: unknown) => {
      const isExpected =
        error instanceof TypeError || (error instanceof Refused && error.message.includes('verification.phone_'));
      if (!isExpected) throw error;
    });
  }

  async #latest(): Promise<string | undefined> {
    const code = await this.world.db.maybeOne<{ id: string }>(sql`
      select id from verification_phone_code where client_id = ${this.client.id} order by created_at desc, id desc limit 1`);
    return code?.id;
  }

  async deliveryOf({ id }: Code): Promise<string> {
    const { delivery } = await this.world.db.one<{ delivery: string }>(
      sql`select delivery from verification_phone_code where id = ${id}`,
    );
    return delivery;
  }

  /** That a code ends so, and that the provider got so many messages for it. */
  ends(code: Code, delivery: Delivery, messages = 1): Verdict {
    const got = this.sms.messages.length - code.before;
    return async () => {
      if (got !== messages) return `${got} messages at the provider instead of ${messages}`;
      const is = await this.deliveryOf(code);
      return is === delivery ? null : `${is} instead of ${delivery}`;
    };
  }
}
