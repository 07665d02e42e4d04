import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { StaffRoomInfo } from '#contract/support/staff-endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useChannel } from '#web/platform/realtime/realtime.ts';
import { useSignedIn } from '#web/platform/session/session.ts';
import { CannedPicker } from '../canned/CannedPicker.tsx';
import { Composer } from '../../conversation/Composer.tsx';
import { MessageList } from '../../conversation/MessageList.tsx';
import { useDraft, type MessageKind } from '../../conversation/use-draft.ts';
import { useTalk } from '../../talk/use-talk.ts';
import { filled, inLanguage } from '../canned/canned-text.ts';
import { ClosedLine } from './ClosedLine.tsx';
import styles from '../SupportStaff.module.css';
import { cannedQuery } from '../inbox-queries.ts';
import type { Agent } from '../use-inbox.ts';
import { useKeys } from '#web/platform/keys/use-keys.ts';

/** The talk with a client, with canned responses: by a list, or as `/word` and a blank. */
export function RoomTalk({ info, agents }: { info: StaffRoomInfo; agents: readonly Agent[] }) {
  const t = useText();
  const user = useSignedIn();
  const { room, client } = info;
  const { talk, typing } = useTalk(room.id, 'support');
  // The conversation's own channel has no notes: its client receives it too.
  useChannel('private-staff', {
    events: {
      'room.changed'(update) {
        const { roomId } = update as { roomId: string };
        if (roomId === room.id) talk.catchUp().catch(() => undefined);
      },
    },
  });
  const draft = useDraft(room.id);
  const { data: canned } = useQuery(cannedQuery);
  const frame = useRef<HTMLDivElement>(null);
  const write = (next: MessageKind) => {
    draft.setKind(next);
    frame.current?.querySelector('textarea')?.focus();
  };
  useKeys([
    room.status !== 'closed' && {
      key: 'r',
      label: t('chats.key_reply'),
      scope: 'item',
      run: () => write('reply'),
    },
    { key: 'n', label: t('chats.key_note'), scope: 'item', run: () => write('note') },
  ]);
  const names = {
    client: client.name.split(' ')[0] ?? client.name,
    agent: user.first_name,
    number: room.number ?? '',
  };
  const replies = (canned?.replies ?? []).map(({ shortcut, texts }) => ({
    shortcut,
    text: filled(inLanguage(texts, client.language), names),
  }));
  const put = (text: string) => draft.write(draft.text === '' ? text : `${draft.text}\n${text}`);
  const withReplies = (text: string) => {
    const [, word] = /^\/([a-z0-9_-]+)\s$/.exec(text) ?? [];
    draft.write(replies.find(({ shortcut }) => shortcut === word)?.text ?? text);
  };
  const typist = typing.who === room.client_id ? room.client : agents.find(({ id }) => id === typing.who)?.name;
  return (
    <div ref={frame} className={styles.talk} {...draft.drop}>
      <MessageList talk={talk} side="support" label={t('chats.messages')} />
      <p className={styles.typing} role="status">
        {typist && t('chats.typing', { name: typist })}
      </p>
      {room.status === 'closed' ? (
        <>
          <ClosedLine next={info.next} />
          <Composer talk={talk} typing={typing} draft={{ ...draft, kind: 'note' }} />
        </>
      ) : (
        <>
          <CannedPicker answers={replies} onPick={put} />
          <Composer talk={talk} typing={typing} notes draft={{ ...draft, write: withReplies }} />
        </>
      )}
    </div>
  );
}
