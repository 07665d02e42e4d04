import { randomInt } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';

/** One socket of one browser, with all that is kept about it. */
export interface Connection {
  /** Signed into whatever the socket is let into, hence not to be guessed. */
  readonly id: string;
  readonly ws: WebSocket;
  /** Below `ws`: finished frames are written here. */
  readonly socket: Duplex;
  readonly address: string;
  /** The names of the channels it is in. */
  readonly channels: Set<string>;
  /** Whose it is, as a signature of ours said. */
  personId: string | undefined;
  /** Set by a sign-in of the protocol. */
  userId: string | undefined;
  /** Until when the sessions that let it in were shown to count; it has to be let in anew then. */
  until: number;
  /** When it was last heard. */
  heardAt: number;
  wasAsked: boolean;
  /** Frames and client events within the second that began then. */
  secondBeganAt: number;
  frames: number;
  clientEvents: number;
  /** Frames that wait for the end of this tick. */
  pending: Buffer[] | undefined;
}

const mostOfAnId = 2 ** 47;

export function newConnection(ws: WebSocket, socket: Duplex, address: string, now: number): Connection {
  return {
    id: `${randomInt(mostOfAnId)}.${randomInt(mostOfAnId)}`,
    ws,
    socket,
    address,
    channels: new Set(),
    personId: undefined,
    userId: undefined,
    until: Infinity,
    heardAt: now,
    wasAsked: false,
    secondBeganAt: now,
    frames: 0,
    clientEvents: 0,
    pending: undefined,
  };
}

export const isOpen = ({ ws }: Connection): boolean => ws.readyState === WebSocket.OPEN;
