import type { EventName, Events } from '#contract/modules.ts';
import type { PublicEvent } from '#contract/operator/event-names.ts';
import type { EventData } from '#contract/webhooks.ts';
import type { Outbox } from './outbox/outbox.ts';

/** An event for programs of the operator, and the row of the outbox that it comes from. */
export interface Publication {
  outboxId: bigint;
  type: PublicEvent;
  data: object & { client_id?: string };
}

/** The events that programs of the operator receive, as each module makes them of its own. */
export interface Webhooks {
  /** Publishes an event of the module under its public name; undefined publishes nothing. */
  on<Name extends EventName, Public extends PublicEvent>(
    name: Name,
    type: Public,
    make: (payload: Events[Name]) => EventData<Public> | undefined | Promise<EventData<Public> | undefined>,
  ): void;
  /** How publications are stored; without it there are none. */
  recordBy(record: (publication: Publication) => Promise<void>): void;
}

export function openWebhooks(outbox: Outbox): Webhooks {
  let record: ((publication: Publication) => Promise<void>) | undefined;
  return {
    on: (name, type, make) =>
      outbox.on(name, async (payload, outboxId) => {
        const data = await make(payload);
        if (data) await record?.({ outboxId, type, data });
      }),
    recordBy: (given) => {
      record = given;
    },
  };
}

/** The client of an event, as its publication names them. */
export const ofClient = ({ clientId }: { clientId: string }) => ({ client_id: clientId });
