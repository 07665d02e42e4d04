/** An event for those in a channel. */
export interface Message {
  channel: string;
  event: string;
  /** JSON, as a text. */
  data: string;
  /** Counts up on its channel; one that is not above the last is not sent again. */
  seq?: number;
  /** The socket that need not receive it. */
  exceptSocketId?: string;
}

/** How events reach browsers: by sockets of our own, or by a provider with the same protocol. */
export interface RealtimeTransport {
  /** @throws Error when it was not taken over; it may then be published again */
  publish(message: Message): Promise<void>;
  /**
   * Sends to a channel what every instance knows by itself, such as prices: each to its own sockets, without the bus.
   * The data are made only when there is a subscriber; a failure is not repeated, because the next message is on its
   * way.
   */
  echo(channel: string, event: string, data: () => string): void;
  /** Removes a person from a channel. They may come back only if they are admitted again. */
  expel(channel: string, personId: string): Promise<void>;
  /** Ends all connections of a person. */
  terminate(personId: string): Promise<void>;
  /**
   * Disconnects all sockets of a person for a moment: each comes back by a session that is still valid, or not at all.
   */
  readmit(personId: string): Promise<void>;
  /** What travels between instances, and whether it does. */
  health(): TransportHealth;
}

export interface TransportHealth {
  driver: 'embedded' | 'hosted';
  bus: 'memory' | 'postgres' | 'redis' | 'none';
  up: boolean;
}
