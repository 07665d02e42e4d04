import { randomBytes } from 'node:crypto';
import type { Log } from '../monitoring/log.ts';
import type { Bus } from './buses/bus.ts';
import { openEngine, type Engine, type Surroundings } from './sockets/engine.ts';
import { openRecent } from './recent.ts';
import { isRecord, parsed, type Outbound } from './protocol.ts';
import type { Message, RealtimeTransport } from './transport.ts';

/** How often subscribers are asked to fetch while the bus is down. */
const notifyEveryMs = 5000;
/** Several reasons within this time cause one message. */
const notifyPauseMs = 500;
/** Every instance listens to this. */
const ofAll = 'all';

/**
 * A message from one instance to the others; the data of an event follow unchanged in the next line, so that escapes do
 * not make them longer.
 */
type Word =
  | ({ node: string; is: 'told' } & Omit<Outbound, 'data'> & { seq?: number; exceptSocketId?: string })
  | { node: string; is: 'expelled'; channel: string; personId: string }
  | { node: string; is: 'terminated' | 'readmitted'; personId: string }
  | { node: string; is: 'gap' };

export interface Embedded extends RealtimeTransport {
  engine: Engine;
  start(): void;
  stop(): Promise<void>;
}

type World = Omit<Surroundings, 'whispered' | 'occupied' | 'vacated' | 'recent' | 'log'> & { log: Log; bus: Bus };

/** Sockets of our own, and the bus to those of other instances. */
export function openEmbedded(world: World): Embedded {
  const { bus, log } = world;
  const node = randomBytes(6).toString('base64url');
  const { now = () => performance.now() } = world;
  // Redis brings an instance only what its own subscribers need.
  const recent = openRecent(() => bus.name !== 'redis' && bus.isUp(), now);
  const engine = openEngine({
    ...world,
    recent: recent.of,
    whispered: (message) => void broadcast(message.channel, { node, is: 'told', ...message }, message.data),
    occupied: bus.join,
    vacated: bus.leave,
  });
  let beat: NodeJS.Timeout | undefined;
  let ringing: NodeJS.Timeout | undefined;

  function broadcast(subject: string, word: Word & { data?: string }, data = ''): Promise<void> {
    const { data: _, ...head } = word;
    return bus.publish(subject, `${JSON.stringify(head)}\n${data}`);
  }

  function received(text: string): void {
    const [head = '', ...rest] = text.split('\n');
    const word = parsed(head);
    if (!isRecord(word) || word['node'] === node) return;
    action(word as Word, rest.join('\n'));
  }

  function action(word: Word, data: string): void {
    if (word.is === 'told') {
      recent.note(word.channel, word.event);
      engine.publish({ ...word, data }, word);
    } else if (word.is === 'expelled') engine.expel(word.channel, word.personId);
    else if (word.is === 'terminated') engine.terminate(word.personId);
    else if (word.is === 'readmitted') engine.readmit(word.personId);
    else notifyInstances();
  }

  /** Something may have been missed: subscribers must fetch what came after what they have. */
  function notifyInstances(): void {
    recent.startAgain();
    ringing ??= setTimeout(() => {
      ringing = undefined;
      for (const channel of engine.channelNames()) engine.publish({ channel, event: 'realtime.gap', data: '{}' });
    }, notifyPauseMs).unref();
  }

  return {
    engine,
    start() {
      const isBack = () => {
        notifyInstances();
        void broadcast(ofAll, { node, is: 'gap' });
      };
      bus.start((text) => {
        try {
          received(text);
        } catch (error) {
          log.warn({ err: error }, 'a word of the realtime bus could not be read');
        }
      }, isBack);
      bus.join(ofAll);
      beat = setInterval(() => bus.isUp() || notifyInstances(), notifyEveryMs).unref();
    },
    async publish({ channel, event, data, seq, exceptSocketId }: Message) {
      const how = {
        ...(seq === undefined ? {} : { seq }),
        ...(exceptSocketId === undefined ? {} : { exceptSocketId }),
      };
      recent.note(channel, event);
      engine.publish({ channel, event, data }, how);
      // An instance that dies before it has left has not announced it, and another takes it over.
      await broadcast(channel, { node, is: 'told', channel, event, ...how }, data);
    },
    echo(channel, event, data) {
      if (engine.channel(channel)) engine.publish({ channel, event, data: data() });
    },
    async expel(channel, personId) {
      engine.expel(channel, personId);
      await broadcast(ofAll, { node, is: 'expelled', channel, personId });
    },
    async terminate(personId) {
      engine.terminate(personId);
      await broadcast(ofAll, { node, is: 'terminated', personId });
    },
    async readmit(personId) {
      engine.readmit(personId);
      await broadcast(ofAll, { node, is: 'readmitted', personId });
    },
    health: () => ({ driver: 'embedded', bus: bus.name, up: bus.isUp() }),
    async stop() {
      clearInterval(beat);
      clearTimeout(ringing);
      await engine.stop();
      await bus.stop();
    },
  };
}
