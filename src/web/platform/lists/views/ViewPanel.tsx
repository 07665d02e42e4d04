import { useState } from 'react';
import { call } from '../../api/api.ts';
import { useAsyncAction } from '../../forms/use-async-action.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { ColumnChoice, type ColumnName } from './ColumnChoice.tsx';
import { rowHeights } from '../layout.ts';
import type { ListView } from '../use-list-view.ts';
import { ViewDialog } from './ViewDialog.tsx';
import { showViews, type View } from './views-query.ts';
import styles from './ViewPanel.module.css';

interface ViewPanelProps {
  view: ListView;
  /** All that the list has; none where it is no table. */
  columns: readonly ColumnName[];
}

/** Columns and row height of a list, and its views: what stands behind the button *View*. */
export function ViewPanel({ view, columns }: ViewPanelProps) {
  const t = useText();
  const { layout, layOut } = view;
  return (
    <div className={styles.panel}>
      {columns.length > 0 && (
        <>
          <ColumnChoice
            columns={columns}
            chosen={layout.columns}
            onChange={(next) => layOut({ ...layout, columns: next })}
          />
          <div className={styles.rows}>
            <span aria-hidden>{t('lists.rows')}</span>
            <SegmentedControl
              label={t('lists.rows')}
              options={rowHeights.map((value) => ({ value, label: t(`lists.rows_${value}`) }))}
              value={layout.rows}
              onChange={(rows) => layOut({ ...layout, rows })}
            />
          </div>
        </>
      )}
      <ViewActions view={view} />
    </div>
  );
}

function ViewActions({ view: { list, query, views, current, isChanged, markAs } }: { view: ListView }) {
  const t = useText();
  const { isBusy, run } = useAsyncAction();
  const [dialog, setDialog] = useState<'save' | 'rename'>();
  const change = (body: Partial<Pick<View, 'query' | 'is_default'>>) =>
    run(async () => {
      if (!current) return;
      showViews(list, await call('POST /api/staff/list-views/change', { body: { view_id: current.id, ...body } }));
    });
  const remove = ({ id }: View) =>
    run(async () => {
      showViews(list, await call('POST /api/staff/list-views/delete', { body: { view_id: id } }));
      markAs(undefined);
    });
  return (
    <div className={styles.acts}>
      {current && isChanged && (
        <Button size="small" busy={isBusy} onClick={() => change({ query })}>
          {t('lists.update')}
        </Button>
      )}
      <Button size="small" onClick={() => setDialog('save')}>
        {t('lists.save')}
      </Button>
      {current && (
        <>
          <Button size="small" onClick={() => setDialog('rename')}>
            {t('lists.rename')}
          </Button>
          <Button size="small" busy={isBusy} onClick={() => change({ is_default: !current.is_default })}>
            {t(current.is_default ? 'lists.unset_default' : 'lists.set_default')}
          </Button>
          <Button size="small" variant="quiet" busy={isBusy} onClick={() => remove(current)}>
            {t('lists.delete')}
          </Button>
        </>
      )}
      {dialog && (
        <ViewDialog
          list={list}
          query={query}
          views={views}
          renamed={dialog === 'rename' ? current : undefined}
          onClose={() => setDialog(undefined)}
          onSaved={markAs}
        />
      )}
    </div>
  );
}
