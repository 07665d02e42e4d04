import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { icon } from '../icon.ts';
import styles from './SettingRow.module.css';

export interface SettingRowProps {
  name: string;
  /** One sentence; the dialog that the row opens says the rest. */
  help?: ReactNode;
  /** What holds, at the end; what takes more than a line, such as a table, below. */
  value?: ReactNode;
  /** Under the value: since when it holds, and by whom. */
  more?: ReactNode;
  /** Below the row: what waits for a second person. */
  note?: ReactNode;
  /** Its dialog. The whole row is the target. */
  open?: { label: string; onClick: () => void } | undefined;
}

/** One thing that is set, with its value at the end: the row opens the dialog that changes it. */
export function SettingRow({ name, help, value, more, note, open }: SettingRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <h3>{name}</h3>
        {help && <p className={styles.help}>{help}</p>}
      </div>
      <div className={styles.holds}>
        {value && <div className={styles.value}>{value}</div>}
        {more && <div className={styles.more}>{more}</div>}
      </div>
      {open && (
        <button type="button" className={styles.open} aria-label={open.label} onClick={open.onClick}>
          <ChevronRight {...icon} />
        </button>
      )}
      {note && <div className={styles.note}>{note}</div>}
    </li>
  );
}

/** Settings one under another. */
export const SettingRows = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul aria-label={label}>{children}</ul>
);
