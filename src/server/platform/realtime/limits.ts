/** What one browser and one moment may take up; what a network may is a setting. Bytes, counts per second, and milliseconds. */
export const limits = {
  frameBytes: 32 * 1024,
  fragments: 64,
  bufferedChunks: 1024,
  /** Above it the connection is closed, and comes back in a second. */
  framesPerS: 100,
  clientEventsPerS: 10,
  /** Of one event, as the protocol has it. */
  dataBytes: 10_000,
  /** Of an event that every bus and every provider can carry. */
  carriedBytes: 7400,
  channelsPerSocket: 100,
  socketsPerPerson: 20,
  handshakeWindowMs: 10_000,
  /** Up to so many times the handshakes of a network are answered in the protocol; beyond that each costs a line of HTTP. */
  answeredHandshakes: 4,
  membersPerChannel: 100,
  memberBytes: 1000,
  memberIdLength: 128,
  /** What a reader may leave unread before he is put out; he fetches what he missed. */
  unreadBytes: 1024 * 1024,
  /** After so long without a frame we ask; after so long again we no longer wait. */
  askAfterMs: 45_000,
  giveUpAfterMs: 75_000,
  sweepMs: 5000,
} as const;

/** Told to browsers, in seconds: after so long without a frame they ask whether we are there. */
export const activityTimeoutS = 30;
