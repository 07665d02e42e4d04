import { Paperclip, Send } from 'lucide-react';
import { useId, type ClipboardEvent, type KeyboardEvent } from 'react';
import { isBlank } from '#contract/kernel/blank.ts';
import { textLengthFallback } from '#contract/kernel/constants.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { UploadField } from '#web/platform/files/UploadField.tsx';
import { cx } from '#web/ui/cx.ts';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './Composer.module.css';
import type { Talk } from '../talk/talk.ts';
import type { Draft } from './use-draft.ts';
import type { Typing } from './use-typing.ts';

interface ComposerProps {
  talk: Talk;
  typing: Typing;
  /** Owned by the parent, which also takes the files that are dropped around it. */
  draft: Draft;
  /** Support may also write notes to one another. */
  notes?: boolean;
}

/** Where one writes: Enter sends, Shift and Enter begin a new line; files by button, paste or drag. */
export function Composer({ talk, typing, draft, notes }: ComposerProps) {
  const t = useText();
  const id = useId();
  const { uploads, kind, attaching } = draft;
  const text = draft.text.trim();
  const canSend = (!isBlank(text) || uploads.ids.length > 0) && !uploads.busy;

  const send = () => {
    if (!canSend) return;
    const files = uploads.list.flatMap(({ stored }) => stored ?? []);
    void talk.send({ text, files, internal: kind === 'note' });
    typing.ended();
    draft.sent();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    draft.attach(event.clipboardData.files);
  };
  return (
    <form
      className={cx(styles.composer, kind === 'note' && styles.note)}
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
          onChange={draft.setKind}
        />
      )}
      {attaching && <UploadField uploads={uploads} label={t('chats.files')} />}
      <div className={styles.line}>
        <IconButton label={t('chats.attach')} aria-expanded={attaching} onClick={() => draft.setAttaching(!attaching)}>
          <Paperclip {...icon} />
        </IconButton>
        <VisuallyHidden>
          <label htmlFor={id}>{t(kind === 'note' ? 'chats.write_note' : 'chats.write')}</label>
        </VisuallyHidden>
        <textarea
          id={id}
          className={styles.field}
          rows={1}
          dir="auto"
          maxLength={textLengthFallback.max}
          placeholder={t(kind === 'note' ? 'chats.write_note' : 'chats.write')}
          value={draft.text}
          onChange={({ target }) => {
            draft.write(target.value);
            if (!isBlank(target.value) && kind === 'reply') typing.typed();
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
