import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/i18n.tsx';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { moveColumn } from '../layout.ts';
import styles from './ViewPanel.module.css';

export interface ColumnName {
  key: string;
  header: string;
}

interface ColumnChoiceProps {
  columns: readonly ColumnName[];
  /** Those that are shown, in their order. */
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** Which columns a list has and in which order: the shown ones first, as they stand. The first of all is not for choice. */
export function ColumnChoice({ columns, chosen, onChange }: ColumnChoiceProps) {
  const t = useText();
  const moved = useRef<HTMLElement>(null);
  // A column that changed its place in the list has lost the focus of its button.
  useEffect(() => {
    moved.current?.focus();
    moved.current = null;
  });
  const [, ...rest] = columns;
  const place = ({ key }: ColumnName) => (chosen.includes(key) ? chosen.indexOf(key) : columns.length);
  const move = (key: string, by: 1 | -1, target: HTMLElement) => {
    const next = moveColumn(chosen, key, by);
    if (next === chosen) return;
    moved.current = target;
    onChange(next);
  };
  return (
    <ul className={styles.columns} aria-label={t('lists.columns')}>
      {rest
        .toSorted((a, b) => place(a) - place(b))
        .map(({ key, header }) => (
          <li key={key}>
            <CheckboxField
              label={header}
              checked={chosen.includes(key)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, key] : chosen.filter((each) => each !== key))
              }
            />
            {chosen.includes(key) &&
              ([-1, 1] as const).map((by) => (
                <IconButton
                  key={by}
                  label={t(by < 0 ? 'lists.earlier' : 'lists.later', { column: header })}
                  aria-disabled={moveColumn(chosen, key, by) === chosen}
                  onClick={({ currentTarget }) => move(key, by, currentTarget)}
                >
                  {by < 0 ? <ChevronLeft {...icon} /> : <ChevronRight {...icon} />}
                </IconButton>
              ))}
          </li>
        ))}
    </ul>
  );
}
