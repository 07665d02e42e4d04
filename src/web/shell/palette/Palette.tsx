import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { User } from '#contract/auth/endpoints.ts';
import { indexAfter, useInSight } from '#web/platform/forms/combo/list-cursor.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { cx } from '#web/ui/cx.ts';
import { icon } from '#web/ui/icon.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { fitting, groups, type Entry } from './entry.ts';
import textStyles from '#web/ui/Text.module.css';
import styles from './Palette.module.css';
import { remember } from './recent.ts';
import { useArticles, useClients, useConversations, useEntries, usePayments, useRecent } from './use-entries.ts';

/**
 * One field that finds all screens, objects and actions, and the keys to choose among them. Unlike other dialogs, it
 * closes at a click outside.
 */
export function Palette({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  const known = useEntries(user);
  const recent = useRecent(user, known);
  const results = [
    ...useClients(user, typed),
    ...usePayments(user, typed),
    ...useConversations(user, typed),
    ...useArticles(typed),
  ];
  const found = fitting([...(typed.trim() === '' ? recent : []), ...known, ...results], typed);
  const active = Math.min(index, found.length - 1);
  useEffect(() => dialog.current?.showModal(), []);
  const choose = (entry: Entry | undefined) => {
    if (!entry) return;
    remember(user.id, entry);
    onClose();
    entry.action();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = indexAfter(event.key, active, found.length);
    if (next !== undefined) setIndex(next);
    else if (event.key === 'Enter') choose(found[active]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} className={styles.palette} aria-label={t('shell.palette')} onClose={onClose} closedby="any">
      <div className={styles.head}>
        <Search {...icon} />
        <input
          className={styles.input}
          role="combobox"
          aria-label={t('shell.palette')}
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(found.length > 0 && { 'aria-activedescendant': `${id}-${active}` })}
          placeholder={t('shell.palette_placeholder')}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={80}
          autoFocus
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setIndex(0);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={styles.close} onClick={onClose}>
          {t('common.m167_close')}
        </button>
      </div>
      <VisuallyHidden>
        <span role="status">{t('common.results', { count: found.length })}</span>
      </VisuallyHidden>
      <Found id={id} found={found} active={active} onPoint={setIndex} onChoose={choose} />
      {found.length === 0 && <p className={styles.nothing}>{t('shell.palette_none')}</p>}
    </dialog>
  );
}

interface FoundProps {
  id: string;
  found: readonly Entry[];
  active: number;
  onPoint: (index: number) => void;
  onChoose: (entry: Entry) => void;
}

function Found({ id, found, active, onPoint, onChoose }: FoundProps) {
  const t = useText();
  useInSight(`${id}-${active}`);
  return (
    <div id={`${id}-list`} className={styles.list} role="listbox" aria-label={t('shell.palette')}>
      {groups.map((group) => {
        const entries = found.flatMap((entry, index) => (entry.group === group ? [{ entry, index }] : []));
        if (entries.length === 0) return null;
        return (
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <p id={`${id}-${group}`} className={styles.group}>
              {t(`shell.palette_${group}`)}
            </p>
            {entries.map(({ entry, index }) => (
              // The field has the focus, and its keys choose; this is for fingers and mice.
              <button
                type="button"
                tabIndex={-1}
                key={entry.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                className={cx(styles.entry, index === active && styles.active)}
                onPointerMove={() => index !== active && onPoint(index)}
                onClick={() => onChoose(entry)}
              >
                <bdi className={textStyles.breaking}>{entry.label}</bdi>
                {entry.detail && <bdi className={styles.detail}>{entry.detail}</bdi>}
              </button>
            ))}
          </div>
        );
      })}
    </div>
  );
}
