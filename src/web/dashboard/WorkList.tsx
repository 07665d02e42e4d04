import type { WorkKind } from '#contract/dashboard-names.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Go, type Path } from '#web/platform/navigation/navigation.tsx';
import { Distance } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import styles from './Dashboard.module.css';

/** Where each kind of work is done. */
const placeOf: Record<WorkKind, Path> = {
  money_queue: '/admin/money',
  second_approval: '/admin/money',
  transfers: '/admin/money',
  reconciliation: '/admin/reconciliation',
  verification: '/admin/verification',
  proposals: '/admin/proposals',
  tickets: '/chats',
  mails: '/admin/mail',
  jobs: '/admin/jobs',
  events: '/admin/jobs',
};

/** What waits for somebody, and how long it has. */
export function WorkList({ work }: Pick<Dashboard, 'work'>) {
  const t = useText();
  const format = useFormat();
  return (
    <ul>
      {work.map(({ kind, count, oldest_at: oldest }) => (
        <li key={kind} className={styles.item}>
          <div>
            <Go to={placeOf[kind]}>{t(`dashboard.work_${kind}`)}</Go>
            {oldest && (
              <p className={styles.soft}>
                <Distance at={oldest} within="dashboard.oldest" />
              </p>
            )}
          </div>
          <Badge tone={count > 0 ? 'warning' : 'neutral'}>{format.number(count)}</Badge>
        </li>
      ))}
    </ul>
  );
}
