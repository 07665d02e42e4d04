import { SlidersHorizontal } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { cx } from '#web/ui/cx.ts';
import { icon } from '#web/ui/icon.ts';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { hiddenLabels } from '#web/ui/VisuallyHidden.tsx';
import { useFormat } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import styles from './ListFilters.module.css';

/** A choice that narrows the list, and the function that takes it back. */
export interface Chip {
  label: string;
  value: string;
  onClear: () => void;
}

interface ListFiltersProps {
  label: string;
  /** The fields that are always there: the search, and which part of the list is shown. */
  search: ReactNode;
  /** The choices made, shown while the other fields are folded. */
  chips?: readonly Chip[];
  /** Ends the line: the button of the list’s views. */
  end?: ReactNode;
  /** The fields that are folded. */
  children?: ReactNode;
}

/** Above a list: the search, the choices made as chips, and the other fields behind a button. */
export function ListFilters({ label, search, chips, end, children }: ListFiltersProps) {
  const t = useText();
  const format = useFormat();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.filters}>
      <div className={styles.line}>
        <div className={cx(styles.search, hiddenLabels)}>{search}</div>
        {children !== undefined && (
          <Button
            size="small"
            icon={<SlidersHorizontal {...icon} />}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('common.filters')}
          </Button>
        )}
        {chips?.map(({ label: name, value, onClear }) => (
          <Button key={name} size="small" aria-pressed onClick={onClear}>
            {format.label(name)}
            <bdi>{value}</bdi>
          </Button>
        ))}
        {end}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Filters label={label}>{children}</Filters>}
      </div>
    </div>
  );
}
