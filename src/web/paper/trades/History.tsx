import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { ClosedList } from './ClosedList.tsx';
import { DealsList } from './DealsList.tsx';
import styles from './History.module.css';

const lists = ['closed', 'deals'] as const;

/** What is past: positions as a whole, or deal by deal with the cash that came and went. */
export function History({ currency }: { currency: string }) {
  const t = useText();
  const [list, setList] = useState<(typeof lists)[number]>('closed');
  return (
    <>
      <div className={styles.lists}>
        <SegmentedControl
          label={t('terminal.tab_history')}
          options={lists.map((value) => ({ value, label: t(`terminal.tab_${value}`) }))}
          value={list}
          onChange={setList}
        />
      </div>
      {list === 'closed' ? <ClosedList currency={currency} /> : <DealsList currency={currency} />}
    </>
  );
}
