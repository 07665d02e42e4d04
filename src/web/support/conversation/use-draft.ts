import { useCallback, useEffect, useState, type DragEvent } from 'react';
import { filesPerMessage } from '#contract/support/names.ts';
import { currentUser } from '#web/platform/session/session.ts';
import { useUploads, type Uploads } from '#web/platform/files/use-uploads.ts';
import { draftIn } from '../talk/unsent-messages.ts';

export type MessageKind = 'reply' | 'note';

/** What a person is writing in a conversation. */
export interface Draft {
  text: string;
  write(text: string): void;
  kind: MessageKind;
  setKind(kind: MessageKind): void;
  uploads: Uploads;
  /** Whether the field for files is open. */
  attaching: boolean;
  setAttaching(attaching: boolean): void;
  /** Files that came by paste or drag. */
  attach(files: Iterable<File>): void;
  /** For whatever takes files that are dropped anywhere on it. */
  drop: { onDragOver(event: DragEvent): void; onDrop(event: DragEvent): void };
  /** It was sent: empty but for files that were refused, which stay with their reason. */
  sent(): void;
}

/**
 * The draft of the signed-in person. It survives the screen and a new page in this tab, files that are ready with it.
 * @param name the conversation's id, or `chat`, whichever room that is at the time
 */
export function useDraft(name: string): Draft {
  const [draftStore] = useState(() => draftIn(name, currentUser()?.id ?? ''));
  const [before] = useState(draftStore.read);
  const [text, setText] = useState(before.text);
  const [kind, setKind] = useState<MessageKind>(before.internal ? 'note' : 'reply');
  const uploads = useUploads('message', filesPerMessage, before.files);
  const [attaching, setAttaching] = useState(before.files.length > 0);
  const { list } = uploads;
  const store = useCallback(
    (draftText: string) =>
      draftStore.store({
        text: draftText,
        files: list.flatMap(({ stored }) => stored ?? []),
        internal: kind === 'note',
      }),
    [draftStore, list, kind],
  );
  useEffect(() => store(text), [store, text]);
  // At once: the field may be removed in the same moment in which it is emptied.
  const write = (draftText: string) => {
    setText(draftText);
    store(draftText);
  };

  const attach = (files: Iterable<File>) => {
    uploads.add(files);
    setAttaching(true);
  };
  return {
    text,
    write,
    kind,
    setKind,
    uploads,
    attaching,
    setAttaching,
    attach,
    drop: {
      onDragOver: (event) => event.dataTransfer.types.includes('Files') && event.preventDefault(),
      onDrop(event) {
        // What the field for files has taken already is its own.
        if (event.defaultPrevented || event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        attach(event.dataTransfer.files);
      },
    },
    sent() {
      write('');
      uploads.sent();
      setAttaching(list.some(({ state }) => state === 'failed'));
    },
  };
}
