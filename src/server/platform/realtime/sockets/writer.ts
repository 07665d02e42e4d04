import { isOpen, type Connection } from './connection.ts';
import { limits } from '../limits.ts';

export interface Writer {
  /** Queues a finished frame; all that a socket gets until the next writing leaves at once. */
  write(connection: Connection, frame: Buffer): void;
  /** Writes what waits for one socket now, as before it is closed. */
  flush(connection: Connection): void;
}

/**
 * The cost of a write is the system call. So a connection that has just written to many sockets collects for some times
 * as long before it writes again, and a lone frame leaves at once.
 */
const pausePerWork = 4;
const longestPauseMs = 8;

/** @param shed called for a reader who does not read, and whose socket is then gone */
export function openWriter(shed: (connection: Connection) => void): Writer {
  let waiting: Connection[] = [];
  let restsUntil = -Infinity;
  let isDue = false;

  function flushAll(): void {
    isDue = false;
    const began = performance.now();
    const due = waiting;
    waiting = [];
    let before: { frames: Buffer[]; joined: Buffer } | undefined;
    for (const connection of due) {
      const frames = connection.pending;
      if (frames === undefined) continue;
      // Those in one channel get the same: what was put together for one serves the next.
      if (before === undefined || !isSame(before.frames, frames)) before = { frames, joined: joinedOf(frames) };
      send(connection, before.joined);
    }
    const ended = performance.now();
    restsUntil = ended + Math.min(longestPauseMs, (ended - began) * pausePerWork);
  }

  function send(connection: Connection, bytes: Buffer): void {
    connection.pending = undefined;
    if (!isOpen(connection)) return;
    if (connection.socket.writableLength > limits.unreadBytes) shed(connection);
    else connection.socket.write(bytes);
  }

  return {
    write(connection, frame) {
      if (connection.pending !== undefined) {
        connection.pending.push(frame);
        return;
      }
      connection.pending = [frame];
      waiting.push(connection);
      if (isDue) return;
      isDue = true;
      const pauseMs = restsUntil - performance.now();
      if (pauseMs <= 0) setImmediate(flushAll);
      else setTimeout(flushAll, pauseMs);
    },
    flush(connection) {
      if (connection.pending !== undefined) send(connection, joinedOf(connection.pending));
    },
  };
}

function joinedOf(frames: Buffer[]): Buffer {
  const [only] = frames;
  return frames.length === 1 && only ? only : Buffer.concat(frames);
}

const isSame = (a: Buffer[], b: Buffer[]) => a.length === b.length && a.every((frame, index) => frame === b[index]);
