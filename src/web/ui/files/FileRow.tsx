import { File as DocumentIcon, Image as PictureIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { DrawnPicture } from './DrawnPicture.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from './FileRow.module.css';
import { icon } from '../icon.ts';

export interface FileRowProps {
  name: string;
  /** MIME type. */
  type: string;
  /** Size, state or time, under the name. */
  details: ReactNode;
  /** A picture at hand is shown small; else there is a sign. */
  content?: Blob | undefined;
  actions?: ReactNode;
  /** How much of it is sent, 0 to 1, and in words; without it there is no bar. */
  progress?: { part: number; label: string } | undefined;
  error?: string | undefined;
}

/** One file in a list: what it is, how far it has come, and what can be done with it. */
export function FileRow({ name, type, details, content, actions, progress, error }: FileRowProps) {
  const isPicture = type.startsWith('image/');
  const sign = isPicture ? <PictureIcon {...icon} /> : <DocumentIcon {...icon} />;
  return (
    <li className={styles.row}>
      <span className={styles.sign}>
        {content && isPicture ? (
          <DrawnPicture content={content} side={96} className={styles.small}>
            {sign}
          </DrawnPicture>
        ) : (
          sign
        )}
      </span>
      <div className={styles.text}>
        <bdi className={styles.name}>{name}</bdi>
        <div className={styles.details}>{details}</div>
        {progress && <progress className={styles.progress} value={progress.part} max={1} aria-label={progress.label} />}
        {error && (
          <p className={textStyles.error} role="alert">
            {error}
          </p>
        )}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </li>
  );
}

export function FileRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}
