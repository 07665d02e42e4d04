import { randomInt } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';

/** One socket of one browser, with its state. */
export interface Connection {
  /** Part of every signature for this socket, so it must not be guessable. */
  readonly id: string;
  readonly ws: WebSocket;
  /** Below `ws`: finished frames are written here. */
  readonly socket: Duplex;
  readonly address: string;
  /** The names of the channels it is in. */
  readonly channels: Set<string>;
  /** Its person, by a signature of ours. */
  personId: string | undefined;
  /** Set by a sign-in of the protocol. */
  userId: string | undefined;
  /** Until when the sessions that admitted it were known to count; then it must be admitted again. */
  until: number;
  /** When the last frame was received. */
  receivedAt: number;
  wasRequested: boolean;
  /** Frames and client events within the second that began then. */
  secondStartedAt: number;
  frames: number;
  clientEvents: number;
  /** Frames that wait for the end of this tick. */
  pending: Buffer[] | undefined;
}

const maxIdLength = 2 ** 47;

export function newConnection(ws: WebSocket, socket: Duplex, address: string, now: number): Connection {
  return {
    id: `${randomInt(maxIdLength)}.${randomInt(maxIdLength)}`,
    ws,
    socket,
    address,
    channels: new Set(),
    personId: undefined,
    userId: undefined,
    until: Infinity,
    receivedAt: now,
    wasRequested: false,
    secondStartedAt: now,
    frames: 0,
    clientEvents: 0,
    pending: undefined,
  };
}

export const isOpen = ({ ws }: Connection): boolean => ws.readyState === WebSocket.OPEN;
