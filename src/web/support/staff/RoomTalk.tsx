import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { DeskRoomInfo } from '#contract/support-staff.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useChannel } from '#web/platform/realtime/realtime.ts';
import { useSignedIn } from '#web/platform/session/session.ts';
import { CannedPicker } from '../CannedPicker.tsx';
import { Composer } from '../Composer.tsx';
import { MessageList } from '../MessageList.tsx';
import { useDraft, type MessageKind } from '../use-draft.ts';
import { useTalk } from '../use-talk.ts';
import { filled, inLanguage } from './canned-text.ts';
import { ClosedLine } from './ClosedLine.tsx';
import styles from './SupportStaff.module.css';
import { cannedQuery } from './inbox-queries.ts';
import type { Agent } from './use-inbox.ts';
import { useKeys } from './use-keys.ts';

/** What is said with a client, with answers that are kept ready: by a list, or as `/word` and a blank. */
export function RoomTalk({ info, agents }: { info: DeskRoomInfo; agents: readonly Agent[] }) {
  const t = useText();
  const user = useSignedIn();
  const { room, client } = info;
  const { talk, typing } = useTalk(room.id, 'support');
  // The conversation's own channel tells nothing of notes: its client hears it too.
  useChannel('private-desk', {
    events: {
      'room.changed'(told) {
        const { roomId } = told as { roomId: string };
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
  useKeys({ r: () => write('reply'), n: () => write('note') });
  const names = {
    client: client.name.split(' ')[0] ?? client.name,
    agent: user.first_name,
    number: room.number ?? '',
  };
  const answers = (canned?.answers ?? []).map(({ shortcut, texts }) => ({
    shortcut,
    text: filled(inLanguage(texts, client.language), names),
  }));
  const put = (text: string) => draft.write(draft.text === '' ? text : `${draft.text}\n${text}`);
  const withAnswers = (text: string) => {
    const [, word] = /^\/([a-z0-9_-]+)\s$/.exec(text) ?? [];
    draft.write(answers.find(({ shortcut }) => shortcut === word)?.text ?? text);
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
          <CannedPicker answers={answers} onPick={put} />
          <Composer talk={talk} typing={typing} notes draft={{ ...draft, write: withAnswers }} />
        </>
      )}
    </div>
  );
}
