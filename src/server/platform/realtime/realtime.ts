import { queueChannel, type QueueNotice } from '#contract/dashboard/queue-notices.ts';
import type { NoticeName, Notices } from '#contract/kernel/realtime.ts';
import type { Tx } from '../db/database.ts';
import { isId } from '../id.ts';
import type { Log } from '../monitoring/log.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { isStaff, type Person } from '../session/session.ts';
import { limits } from './limits.ts';
import type { RealtimeTransport, TransportHealth } from './transport.ts';

/** What the others in a presence channel see of a member. */
export type Shown = Record<string, string>;

/**
 * Whether a person may join, checked at every join. In a presence channel the result is what the others see of the
 * person.
 * @param id what follows the dot at the end of the channel's name
 */
export type Admission = (me: Person, id: string) => Promise<boolean | Shown>;

interface How {
  /** Counts up on its channel; one that is not above the last one is dropped. */
  seq?: number;
  /** Goes instead where the data are too many to travel. By default the number, by which the reader knows what to fetch. */
  short?: object;
}

/** The interface by which modules reach people at a screen. All that is sent here can also be fetched. */
export interface Realtime {
  /** Registers who may join. A name that ends in a dot is followed by a uuid; one without is the whole name. */
  admit(name: string, may: Admission): void;
  /** Notifies a person on their own channel that something changed, if and when the transaction commits. */
  notify<Name extends NoticeName>(tx: Tx, personId: string, event: Name, payload: Notices[Name]): Promise<void>;
  /** Notifies all staff that something in a list of theirs changed, if and when the transaction commits. */
  notifyQueues(tx: Tx, event: QueueNotice): Promise<void>;
  /** Sends to a channel, if and when the transaction commits. */
  send(tx: Tx, channel: string, event: string, data: object, how?: How): Promise<void>;
  /** Sends to a channel now; for listeners of the outbox, and for what may get lost. */
  publish(channel: string, event: string, data: object, how?: How & { exceptSocketId?: string }): Promise<void>;
  /**
   * Sends to a public channel now what every instance knows by itself, as prices; `data` is called only when there is a
   * subscriber.
   */
  echo(channel: string, event: string, data: () => object): void;
  /** Puts out a person who may no longer be there. */
  expel(channel: string, personId: string): Promise<void>;
  /** Closes all sockets of a person, as when they are blocked. */
  terminate(personId: string): Promise<void>;
  /** After a session has ended: all sockets of its person must be admitted again, by a valid session. Never fails. */
  readmit(personId: string): void;
  /** Undefined where the channel does not exist, or the person may not join. */
  admission(me: Person, channel: string): Promise<true | Shown | undefined>;
  health(): TransportHealth;
}

/** The channel of a person's own notices. */
export const personChannel = (personId: string) => `private-user.${personId}`;

export function openRealtime(transport: RealtimeTransport, outbox: Outbox, log: Pick<Log, 'warn'>): Realtime {
  const admissions = new Map<string, Admission>();

  const realtime: Realtime = {
    admit(name, may) {
      if (!/^(private|presence)-[a-z][a-z-]*\.?$/.test(name))
        throw new Error(`${name} is not a valid name of a channel with access control`);
      if (admissions.has(name)) throw new Error(`two modules control access to ${name}`);
      admissions.set(name, may);
    },
    notify: (tx, personId, event, payload) => realtime.send(tx, personChannel(personId), event, payload),
    notifyQueues: (tx, event) => realtime.send(tx, queueChannel, event, {}),
    send: (tx, channel, event, data, how = {}) =>
      outbox.emit(tx, 'realtime.sent', { channel, event, data: carried(data, how), ...seqOf(how) }),
    publish: (channel, event, data, how = {}) =>
      transport.publish({
        channel,
        event,
        data: carried(data, how),
        ...seqOf(how),
        ...(how.exceptSocketId === undefined ? {} : { exceptSocketId: how.exceptSocketId }),
      }),
    echo: (channel, event, data) => transport.echo(channel, event, () => JSON.stringify(data())),
    expel: transport.expel,
    terminate: transport.terminate,
    readmit(personId) {
      transport
        .readmit(personId)
        .catch((error: unknown) => log.warn({ err: error }, 'the sockets of an ended session could not be closed'));
    },
    async admission(me, channel) {
      const end = channel.indexOf('.') + 1;
      const [name, id] = end > 0 ? [channel.slice(0, end), channel.slice(end)] : [channel, ''];
      if (end > 0 && !isId(id)) return undefined;
      return (await admissions.get(name)?.(me, id)) || undefined;
    },
    health: transport.health,
  };

  outbox.on('realtime.sent', (message) => transport.publish(message), 'quick');
  realtime.admit('private-user.', async (me, id) => id === me.id);
  realtime.admit(queueChannel, async (me) => isStaff(me));
  return realtime;
}

const seqOf = ({ seq }: How) => (seq === undefined ? {} : { seq });

function carried(data: object, how: How): string {
  const text = JSON.stringify(data);
  return Buffer.byteLength(text) > limits.carriedBytes ? JSON.stringify(how.short ?? seqOf(how)) : text;
}
