import { useEffect, useState } from 'react';
import { isConnected, useChannel } from '#web/platform/realtime/realtime.ts';
import { readArrival } from './arrival.ts';
import { leaveTalk, ownTalk, takeTalk } from './own-talks.ts';
import type { Talk } from './talk.ts';
import { useTyping, type Typing } from '../conversation/use-typing.ts';

/** While no notice can arrive, the conversation is polled. */
const pollEveryMs = 5000;

interface Receipt {
  side: 'client' | 'support';
  delivered_seq: number;
  read_seq: number;
}

/** A conversation on this device, for a component that is keyed by its room. */
export function useTalk(roomId: string, side: 'client' | 'support'): { talk: Talk; typing: Typing } {
  // The component is keyed by the room, so that another room is another talk.
  const [talk] = useState(() => ownTalk(roomId, side));
  const catchUp = () => void talk.catchUp().catch(() => undefined);
  useEffect(() => {
    takeTalk(roomId, talk);
    talk.catchUp().catch(() => undefined);
    return () => leaveTalk(roomId, talk);
  }, [roomId, talk]);

  const { whisper } = useChannel(`private-chat.${roomId}`, {
    events: {
      'message.new'(data) {
        const arrival = readArrival(data);
        if (!arrival) return;
        const { message } = arrival;
        typing.stopped(message?.sender_id);
        // Support sees more of a message than its client, and a long one does not travel.
        if (message && side === 'client') talk.arrived(message);
        else catchUp();
      },
      receipt(data) {
        const { side: whose, ...marks } = data as Receipt;
        // In the client's numbers, among which notes have none.
        if (side === 'client') talk.marked({ [whose]: marks });
        else catchUp();
      },
      'client-typing': (data, from) => typing.received(data, from),
    },
    joined() {
      catchUp();
      talk.sendOn();
      typing.joined();
    },
  });
  const typing = useTyping(whisper);

  useEffect(() => {
    const check = () => {
      if (document.visibilityState === 'visible') talk.catchUp().catch(() => undefined);
    };
    const online = () => {
      check();
      talk.sendOn();
    };
    window.addEventListener('online', online);
    document.addEventListener('visibilitychange', check);
    const timer = setInterval(() => {
      if (!isConnected()) check();
    }, pollEveryMs);
    return () => {
      window.removeEventListener('online', online);
      document.removeEventListener('visibilitychange', check);
      clearInterval(timer);
    };
  }, [talk]);
  return { talk, typing };
}
