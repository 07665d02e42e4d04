import { useText } from '#web/platform/i18n/i18n.tsx';
import { useStore } from '#web/platform/store.ts';
import type { Talk } from '../talk/talk.ts';
import { typistName } from './typist.ts';
import type { Typing } from './use-typing.ts';

interface TypingLineProps {
  talk: Talk;
  typing: Typing;
  room?: Parameters<typeof typistName>[2];
  className: string | undefined;
}

/** For the client: which agent is typing. Its space is reserved. */
export function TypingLine({ talk, typing, room, className }: TypingLineProps) {
  const t = useText();
  const state = useStore(talk.store);
  const name = typing.who === null ? undefined : typistName(state, typing.who, room);
  return (
    <p className={className} role="status">
      {typing.who !== null && (name ? t('chats.typing', { name }) : t('chats.typing_support'))}
    </p>
  );
}
