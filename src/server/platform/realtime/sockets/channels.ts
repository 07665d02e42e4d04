import type { Connection } from './connection.ts';

/** A person in a presence channel, once however many tabs they have. */
export interface Member {
  /** In the type in which it was signed. */
  user_id: string | number;
  user_info?: unknown;
}

export interface Channel {
  readonly connections: Set<Connection>;
  /** By their ids as text; only of presence channels. */
  readonly members: Map<string, { member: Member; connections: Set<Connection> }>;
  /** The highest number that came by since the first subscriber joined. */
  lastSeq: number;
}

/** The channels with subscribers of this instance; one that the last subscriber has left is forgotten. */
export type Channels = ReturnType<typeof openChannels>;

/** @param on called when the first has come and when the last has gone */
export function openChannels(on: { occupied(name: string): void; vacated(name: string): void }) {
  const channels = new Map<string, Channel>();

  function opened(name: string): Channel {
    const present = channels.get(name);
    if (present) return present;
    const fresh: Channel = { connections: new Set(), members: new Map(), lastSeq: -1 };
    channels.set(name, fresh);
    on.occupied(name);
    return fresh;
  }

  return {
    get: (name: string): Channel | undefined => channels.get(name),
    names: () => [...channels.keys()],
    /** @returns whether a member is there who was not */
    join(name: string, connection: Connection, member?: Member): boolean {
      const { connections, members } = opened(name);
      connections.add(connection);
      connection.channels.add(name);
      if (!member) return false;
      const key = String(member.user_id);
      const present = members.get(key);
      if (present) present.connections.add(connection);
      else members.set(key, { member, connections: new Set([connection]) });
      return present === undefined;
    },
    /** @returns the member who is gone, if that was their last socket */
    leave(name: string, connection: Connection): Member | undefined {
      const channel = channels.get(name);
      connection.channels.delete(name);
      if (!channel?.connections.delete(connection)) return undefined;
      const [key, own] = [...channel.members].find(([, one]) => one.connections.has(connection)) ?? [];
      own?.connections.delete(connection);
      const isGone = key !== undefined && own?.connections.size === 0;
      if (isGone) channel.members.delete(key);
      if (channel.connections.size === 0) {
        channels.delete(name);
        on.vacated(name);
      }
      return isGone ? own?.member : undefined;
    },
  };
}
