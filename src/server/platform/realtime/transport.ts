/** An event for those in a channel. */
export interface Message {
  channel: string;
  event: string;
  /** JSON, as a text. */
  data: string;
  /** Counts up on its channel; one that is not above the last is not told again. */
  seq?: number;
  /** The socket that need not hear it. */
  exceptSocketId?: string;
}

/** How events reach browsers: by sockets of our own, or by a provider that speaks the same protocol. */
export interface RealtimeTransport {
  /** @throws Error when nobody took it over; it may then be published again */
  publish(message: Message): Promise<void>;
  /**
   * Tells a channel what every instance knows by itself, such as prices: each its own sockets, without the bus. Made only
   * when somebody listens; what fails is not told again, for the next one is on its way.
   */
  echo(channel: string, event: string, data: () => string): void;
  /** Puts a person out of a channel. He may come back only if he is admitted anew. */
  expel(channel: string, personId: string): Promise<void>;
  /** Ends all connections of a person. */
  terminate(personId: string): Promise<void>;
  /** Sends all sockets of a person away for a moment: each comes back by a session that still holds, or not at all. */
  readmit(personId: string): Promise<void>;
  /** What travels between instances, and whether it does. */
  health(): TransportHealth;
}

export interface TransportHealth {
  driver: 'embedded' | 'hosted';
  bus: 'memory' | 'postgres' | 'redis' | 'none';
  up: boolean;
}
