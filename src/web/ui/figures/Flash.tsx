import { useState } from 'react';
import styles from './Flash.module.css';

/** A price that changes in place: it lights up softly once for each new value, and takes no other width. */
export function Flash({ text }: { text: string }) {
  const [first] = useState(text);
  return (
    <bdi key={text} className={text === first ? undefined : styles.flash}>
      {text}
    </bdi>
  );
}
