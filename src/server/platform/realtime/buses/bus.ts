/** Carries events from one instance to the others. Every bus loses something some day; nothing may depend on it. */
export interface Bus {
  readonly name: 'memory' | 'postgres' | 'redis';
  /** Connects, and keeps trying. Never fails: without its bus an instance serves its own sockets. */
  start(received: (text: string) => void, isBack: () => void): void;
  /** Sends to all instances, this one perhaps included; done when it has left. What cannot be sent is lost, which is no failure. */
  publish(subject: string, text: string): Promise<void>;
  /** The first subscriber of this instance joins a subject, or the last one leaves it. */
  join(subject: string): void;
  leave(subject: string): void;
  isUp(): boolean;
  stop(): Promise<void>;
}

/** For one instance: there are no others to notify. */
export const memoryBus: Bus = {
  name: 'memory',
  start() {},
  publish: () => Promise.resolve(),
  join() {},
  leave() {},
  isUp: () => true,
  stop: () => Promise.resolve(),
};
