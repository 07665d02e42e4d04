import type { EventName, Events } from '#contract/modules.ts';
import type { PublicEvent } from '#contract/operator/event-names.ts';
import type { EventData } from '#contract/webhooks.ts';
import type { Outbox } from './outbox/outbox.ts';

/** An event for programs of the operator. */
export interface Publication {
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
  /** What takes the events that may be published, by their rows of the outbox; without it none are. */
  recordBy(record: (outboxId: bigint) => Promise<void>): void;
  /** The events that may be published. */
  names(): readonly EventName[];
  /** What is published of an event, if anything. */
  publicationOf<Name extends EventName>(name: Name, payload: Events[Name]): Promise<Publication | undefined>;
}

export function openWebhooks(outbox: Outbox): Webhooks {
  let record: ((outboxId: bigint) => Promise<void>) | undefined;
  const makers = new Map<EventName, (payload: never) => Promise<Publication | undefined>>();
  return {
    on(name, type, make) {
      makers.set(name, async (payload) => {
        const data = await make(payload);
        return data && { type, data };
      });
      outbox.on(name, async (_, outboxId) => record?.(outboxId));
    },
    recordBy: (given) => {
      record = given;
    },
    names: () => [...makers.keys()],
    publicationOf: async (name, payload) => makers.get(name)?.(payload as never),
  };
}

/** The client of an event, as its publication names them. */
export const ofClient = ({ clientId }: { clientId: string }) => ({ client_id: clientId });
