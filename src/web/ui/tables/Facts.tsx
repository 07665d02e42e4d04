import { Disclosure } from '../layout/Disclosure.tsx';
import { DescriptionList, type Term } from './DescriptionList.tsx';
import styles from './Facts.module.css';

interface FactsProps {
  /** What a decision rests on, seen at once; nothing that the head of the screen says already. */
  items: readonly Term[];
  /** What else is known, which is folded. */
  folded: readonly Term[];
  /** What the folded ones are called. */
  rest: string;
}

/** What is known of a record: strong facts on one line, and all others folded under them. */
export const Facts = ({ items, folded, rest }: FactsProps) => (
  <div className={styles.facts}>
    <DescriptionList facts strong items={items} />
    {folded.length > 0 && (
      <Disclosure label={rest}>
        <DescriptionList facts items={folded} />
      </Disclosure>
    )}
  </div>
);
