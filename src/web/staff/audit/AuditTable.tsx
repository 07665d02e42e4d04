import type { AuditRow } from '#contract/staff.ts';
import { useText } from '#web/platform/i18n.tsx';
import { When } from '#web/platform/When.tsx';
import { cx } from '#web/ui/cx.ts';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './AuditTable.module.css';

/** Who did what to whom and when, with what was beside what is. */
export function AuditTable({ entries, withClient = true }: { entries: readonly AuditRow[]; withClient?: boolean }) {
  const t = useText();
  const client: Column<AuditRow> = {
    key: 'client',
    header: t('staff.client'),
    cell: ({ client: whom }) => (whom ? <bdi>{whom.name}</bdi> : <span className={styles.none}>–</span>),
  };
  const columns: Column<AuditRow>[] = [
    { key: 'at', header: t('staff.audit_at'), bare: true, cell: ({ at }) => <When at={at} /> },
    {
      key: 'act',
      header: t('staff.audit_act'),
      cell: ({ act }) => <code className={cx(styles.code, styles.act)}>{act}</code>,
    },
    {
      key: 'actor',
      header: t('staff.audit_actor'),
      cell: ({ actor }) => (actor ? <bdi>{actor.name}</bdi> : <span className={styles.none}>–</span>),
    },
    ...(withClient ? [client] : []),
    {
      key: 'details',
      header: t('staff.audit_details'),
      bare: true,
      cell: ({ details }) => <Details details={details} />,
    },
  ];
  return <DataTable caption={t('staff.audit_title')} columns={columns} rows={entries} rowKey={({ id }) => id} />;
}

function Details({ details }: Pick<AuditRow, 'details'>) {
  const t = useText();
  return (
    <dl className={styles.details}>
      {details.map(({ name, old, value }) => (
        <div key={name} className={styles.detail}>
          <dt>
            <code className={styles.code}>{name}</code>
          </dt>
          <dd>
            {old !== null && (
              <>
                <VisuallyHidden>{t('staff.audit_old')}</VisuallyHidden>
                <bdi className={styles.old} translate="no">
                  {old || '–'}
                </bdi>{' '}
                <VisuallyHidden>{t('staff.audit_new')}</VisuallyHidden>
              </>
            )}
            <bdi translate="no">{value || '–'}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
