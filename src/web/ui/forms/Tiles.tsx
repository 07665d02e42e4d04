import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './Tiles.module.css';

/** Figures side by side, of which one is chosen; `brief` ones have one line on a phone. */
export function Tiles({ label, brief, children }: { label: string; brief?: boolean; children: ReactNode }) {
  return (
    <div className={cx(styles.tiles, brief && styles.line)} role="radiogroup" aria-label={label}>
      {children}
    </div>
  );
}

interface TileProps {
  /** The same for all tiles of a group, and of no other. */
  group: string;
  name: ReactNode;
  value: ReactNode;
  more?: ReactNode;
  checked: boolean;
  onChoose: () => void;
}

export function Tile({ group, name, value, more, checked, onChoose }: TileProps) {
  return (
    <label className={styles.tile}>
      <input type="radio" name={group} checked={checked} onChange={onChoose} />
      <span className={styles.soft}>{name}</span>
      <span className={styles.value}>{value}</span>
      {more && <span className={styles.soft}>{more}</span>}
    </label>
  );
}
