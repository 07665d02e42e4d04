import type { WorkKind } from '#contract/dashboard/names.ts';
import type { Dashboard } from '#contract/dashboard/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import type { Path } from '#web/platform/navigation/path.ts';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { cx } from '#web/ui/cx.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import tileStyles from '#web/ui/forms/Tiles.module.css';
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

/** The pending work of staff and how old it is; what does not wait is not there. */
export function WorkList({ work }: Pick<Dashboard, 'work'>) {
  const t = useText();
  const format = useFormat();
  const waiting = work.filter(({ count }) => count > 0);
  // The head of the screen says it.
  if (waiting.length === 0) return null;
  return (
    <div className={flowStyles.stack12}>
      <ul className={tileStyles.tiles}>
        {waiting.map(({ kind, count, oldest_at: oldest }) => (
          <li key={kind}>
            <Link to={pathOf[kind]} className={cx(tileStyles.tile, styles.work)}>
              <span className={cx(tileStyles.value, styles.waits)}>{format.number(count)}</span>
              <span>{t(`dashboard.work_${kind}`)}</span>
              {oldest && (
                <span className={textStyles.soft}>
                  <RelativeTime at={oldest} within="dashboard.oldest" />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {waiting.length < work.length && <p className={textStyles.soft}>{t('dashboard.work_rest')}</p>}
    </div>
  );
}
