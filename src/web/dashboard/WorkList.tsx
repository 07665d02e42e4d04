import type { WorkKind } from '#contract/dashboard/names.ts';
import type { Dashboard } from '#contract/dashboard/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import type { Path } from '#web/platform/navigation/path.ts';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from './Dashboard.module.css';

/** Where each kind of work is done. */
const pathOf: Record<WorkKind, Path> = {
  money_queue: '/admin/money',
  approval_needed: '/admin/money',
  transfers: '/admin/money',
  reconciliation: '/admin/reconciliation',
  verification: '/admin/verification',
  approvals: '/admin/approvals',
  tickets: '/chats',
  emails: '/admin/email',
  jobs: '/admin/jobs',
  events: '/admin/jobs',
};

/** The pending work of staff, and how old it is. */
export function WorkList({ work }: Pick<Dashboard, 'work'>) {
  const t = useText();
  const format = useFormat();
  return (
    <ul>
      {work.map(({ kind, count, oldest_at: oldest }) => (
        <li key={kind} className={styles.item}>
          <div>
            <Link to={pathOf[kind]}>{t(`dashboard.work_${kind}`)}</Link>
            {oldest && (
              <p className={textStyles.soft}>
                <RelativeTime at={oldest} within="dashboard.oldest" />
              </p>
            )}
          </div>
          <Badge tone={count > 0 ? 'warning' : 'neutral'}>{format.number(count)}</Badge>
        </li>
      ))}
    </ul>
  );
}
