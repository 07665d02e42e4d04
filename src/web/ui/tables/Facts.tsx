import { Disclosure } from '../layout/Disclosure.tsx';
import { DescriptionList, type Term } from './DescriptionList.tsx';
import styles from './Facts.module.css';

interface FactsProps {
  /** The first of them are seen at once; nothing that the head of the screen says already. */
  items: readonly Term[];
  /** How many are seen. */
  seen?: number;
  /** What the rest is called, which is folded. */
  rest: string;
}

/** What is known of a record: a few strong facts on one line, and all others folded under them. */
export function Facts({ items, seen = 4, rest }: FactsProps) {
  const folded = items.slice(seen);
  return (
    <div className={styles.facts}>
      <DescriptionList facts strong items={items.slice(0, seen)} />
      {folded.length > 0 && (
        <Disclosure label={`${rest} · ${folded.length}`}>
          <DescriptionList facts items={folded} />
        </Disclosure>
      )}
    </div>
  );
}
