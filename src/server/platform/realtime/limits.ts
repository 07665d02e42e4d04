/**
 * The limits of one browser and one moment; those of a network are settings. Bytes, counts per second, and
 * milliseconds.
 */
export const limits = {
  frameBytes: 32 * 1024,
  fragments: 64,
  bufferedChunks: 1024,
  /** Above it the connection is closed, and comes back in a second. */
  framesPerS: 100,
  clientEventsPerS: 10,
  /** Of one event, as the protocol has it. */
  dataBytes: 10_000,
  /** The size of an event that every bus and every provider can carry. */
  carriedBytes: 7400,
  channelsPerSocket: 100,
  socketsPerPerson: 20,
  handshakeWindowMs: 10_000,
  /**
   * Up to this multiple of the handshake limit of a network is answered in the protocol; beyond it each gets one line
   * of HTTP.
   */
  acceptedHandshakes: 4,
  membersPerChannel: 100,
  memberBytes: 1000,
  memberIdLength: 128,
  /** What a subscriber may leave unread before it is disconnected; it fetches what it missed. */
  unreadBytes: 1024 * 1024,
  /** After this time without a frame we ping; after the same time again we give up. */
  pingAfterMs: 45_000,
  giveUpAfterMs: 75_000,
  sweepMs: 5000,
} as const;

/** Sent to browsers, in seconds: after this time without a frame they ask whether we are there. */
export const activityTimeoutS = 30;
