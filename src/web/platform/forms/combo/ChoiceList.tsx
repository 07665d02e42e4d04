import type { RefObject } from 'react';
import { cx } from '#web/ui/cx.ts';
import { useText } from '../../i18n/i18n.tsx';
import type { Choice } from './choices.ts';
import { useInSight } from './list-cursor.ts';
import styles from './ChoiceList.module.css';

interface ChoiceListProps {
  id: string;
  panel: RefObject<HTMLDivElement | null>;
  labelledBy: string;
  found: readonly Choice[];
  active: number;
  onPoint: (index: number) => void;
  onChoose: (value: string) => void;
}

/** What the field has found, over the page. */
export function ChoiceList({ id, panel, labelledBy, found, active, onPoint, onChoose }: ChoiceListProps) {
  const t = useText();
  useInSight(`${id}-${active}`);
  return (
    <div ref={panel} popover="manual" className={styles.panel}>
      <div id={id} role="listbox" aria-labelledby={labelledBy} className={styles.list}>
        {found.map(({ value, label, group }, index) => (
          // The field has the focus, and its keys choose; this is for mice, which must not take the focus.
          <button
            type="button"
            tabIndex={-1}
            key={value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={cx(styles.choice, index === active && styles.active)}
            onMouseDown={(event) => event.preventDefault()}
            onPointerMove={() => index !== active && onPoint(index)}
            onClick={() => onChoose(value)}
          >
            <bdi>{label}</bdi>
            {group && <bdi className={styles.group}>{group}</bdi>}
          </button>
        ))}
      </div>
      {found.length === 0 && <p className={styles.nothing}>{t('common.no_match')}</p>}
    </div>
  );
}
