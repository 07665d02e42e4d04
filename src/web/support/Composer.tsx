import { Paperclip, Send } from 'lucide-react';
import { useId, useState, type ClipboardEvent, type DragEvent, type KeyboardEvent } from 'react';
import { textLengthFallback } from '#contract/constants.ts';
import { filesPerMessage } from '#contract/support-names.ts';
import { useText } from '#web/platform/i18n.tsx';
import { UploadField } from '#web/platform/UploadField.tsx';
import { useUploads } from '#web/platform/use-uploads.ts';
import { cx } from '#web/ui/cx.ts';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';
import styles from './Composer.module.css';
import type { Talk } from './talk.ts';
import type { Typing } from './use-typing.ts';

export type MessageKind = 'reply' | 'note';

interface ComposerProps {
  talk: Talk;
  typing: Typing;
  /** Support may also write notes to one another: which of the two this is. */
  notes?: { kind: MessageKind; onKind: (kind: MessageKind) => void };
  /** What is written, held by whoever shows this, so that it survives when this goes. */
  draft: string;
  onDraft: (text: string) => void;
}

/** Where one writes: Enter sends, Shift and Enter begin a new line; files by button, paste or drag. */
export function Composer({ talk, typing, notes, draft, onDraft }: ComposerProps) {
  const t = useText();
  const id = useId();
  const uploads = useUploads('message', filesPerMessage);
  const [attaching, setAttaching] = useState(false);
  const kind = notes?.kind ?? 'reply';
  const text = draft.trim();
  const canSend = (text !== '' || uploads.ids.length > 0) && !uploads.busy;

  const send = () => {
    if (!canSend) return;
    const files = uploads.list.flatMap(({ kept }) => kept ?? []);
    void talk.say({ text, files, internal: kind === 'note' });
    typing.ended();
    onDraft('');
    uploads.clear();
    setAttaching(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    uploads.add(event.clipboardData.files);
    setAttaching(true);
  };
  /** Anywhere here; what the field for files has taken already is its own. */
  const onDrop = (event: DragEvent) => {
    if (event.defaultPrevented || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    uploads.add(event.dataTransfer.files);
    setAttaching(true);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- files are dropped anywhere on it; the button takes them too
    <form
      className={cx(styles.composer, kind === 'note' && styles.note)}
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={onDrop}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {notes && (
        <SegmentedControl
          label={t('chats.kind')}
          value={kind}
          options={(['reply', 'note'] as const).map((value) => ({ value, label: t(`chats.kind_${value}`) }))}
          onChange={notes.onKind}
        />
      )}
      {attaching && <UploadField uploads={uploads} label={t('chats.files')} />}
      <div className={styles.line}>
        <IconButton label={t('chats.attach')} aria-expanded={attaching} onClick={() => setAttaching(!attaching)}>
          <Paperclip {...icon} />
        </IconButton>
        <label htmlFor={id} className={styles.label}>
          {t(kind === 'note' ? 'chats.write_note' : 'chats.write')}
        </label>
        <textarea
          id={id}
          className={styles.field}
          rows={1}
          dir="auto"
          maxLength={textLengthFallback.max}
          placeholder={t(kind === 'note' ? 'chats.write_note' : 'chats.write')}
          value={draft}
          onChange={({ target }) => {
            onDraft(target.value);
            if (target.value.trim() !== '' && kind === 'reply') typing.typed();
          }}
          onBlur={() => typing.ended()}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <IconButton type="submit" label={t('tickets.send')} disabled={!canSend}>
          <Send {...icon} />
        </IconButton>
      </div>
    </form>
  );
}
