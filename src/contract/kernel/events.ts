/** What happened, with what a listener needs to act. */
export interface PlatformEvents {
  /** A message for a channel of the socket; see docs/realtime.md. `data` is JSON as a text. */
  'realtime.sent': { channel: string; event: string; data: string; seq?: number };
}
