import type { ReactElement, ReactNode } from 'react';
import { Card } from '#web/ui/layout/Card.tsx';
import { cx } from '#web/ui/cx.ts';
import styles from './EditorFrame.module.css';

interface EditorFrameProps {
  /** Fields that go with the text: which language it is in, and what holds for all of them. */
  side: ReactNode;
  /** The text that it is translated from. */
  source: ReactElement | undefined;
  /** The text as it is written, with the acts on it at its foot. */
  children: ReactNode;
}

/** A text to write, as wide as can be read, with its fields at its side; above both where another text is beside it. */
export function EditorFrame({ side, source, children }: EditorFrameProps) {
  return (
    <div className={cx(styles.frame, source && styles.two)}>
      <Card className={styles.side}>
        <div className={styles.fields}>{side}</div>
      </Card>
      {source}
      <div>{children}</div>
    </div>
  );
}
