import type { Recent } from '#contract/kernel/realtime.ts';

/** A page reads what it shows well within this time before it joins its channel. */
const keptMs = 60_000;
const maxChannels = 20_000;
/** The channels of people, whose events say that something changed. */
const isOfPerson = (channel: string) => channel.startsWith('private-user.');

/** What was sent lately on the channels of people, so that a page that joins fetches what changed and nothing else. */
export interface RecentEvents {
  note(channel: string, event: string): void;
  /** Events may have been missed until now. */
  startAgain(): void;
  of(channel: string): Recent | undefined;
}

/**
 * @param isWhole whether every event of every instance comes by, and none is missed now
 * @param now milliseconds that only go forward
 */
export function openRecent(isWhole: () => boolean, now: () => number): RecentEvents {
  /** When each event was last sent, by channel; the channel of the latest is last. */
  const sent = new Map<string, Map<string, number>>();
  let wholeSince = now();

  function dropOld(): void {
    for (const [channel, events] of sent) {
      const last = Math.max(...events.values());
      const isOld = last < now() - keptMs;
      if (!isOld && sent.size <= maxChannels) return;
      if (!isOld) wholeSince = Math.max(wholeSince, last);
      sent.delete(channel);
    }
  }

  return {
    note(channel, event) {
      if (!isOfPerson(channel)) return;
      const events = sent.get(channel) ?? new Map<string, number>();
      sent.delete(channel);
      sent.set(channel, events.set(event, now()));
      dropOld();
    },
    startAgain() {
      wholeSince = now();
    },
    of(channel) {
      if (!isOfPerson(channel) || !isWhole()) return undefined;
      const ages = [...(sent.get(channel) ?? [])].map(([event, at]) => [event, Math.ceil(now() - at)]);
      return {
        whole_ms: Math.floor(Math.min(keptMs, now() - wholeSince)),
        ago_ms: Object.fromEntries(ages) as Recent['ago_ms'],
      };
    },
  };
}
