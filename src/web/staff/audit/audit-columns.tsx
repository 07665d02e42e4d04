import { auditTextOf, isAuditAction } from '#contract/staff/audit-names.ts';
import type { AuditRow } from '#contract/staff/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import { Disclosure } from '#web/ui/layout/Disclosure.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './Audit.module.css';
import { useDetailName } from './detail-name.ts';
import { amounts, DetailValue } from './DetailValue.tsx';

/** Who did what to whom and when, with what was beside what is. */
export function useAuditColumns(): Column<AuditRow>[] {
  const t = useText();
  return [
    {
      key: 'seq',
      header: t('staff.number'),
      numeric: true,
      wide: true,
      cell: ({ seq }) => seq ?? <span className={styles.none}>–</span>,
    },
    {
      key: 'at',
      header: t('staff.audit_at'),
      beside: true,
      cell: ({ at }) => (
        <span className={styles.when}>
          <DateTime at={at} as="full" />
        </span>
      ),
    },
    {
      key: 'act',
      header: t('staff.audit_act'),
      leads: true,
      // Its code is of use where it is pointed at, or where it has no name.
      cell: ({ action }) =>
        isAuditAction(action) ? (
          <span title={action} data-code>
            {t(auditTextOf(action))}
          </span>
        ) : (
          <code className={styles.code} dir="ltr" translate="no">
            {action}
          </code>
        ),
    },
    {
      key: 'actor',
      header: t('staff.audit_actor'),
      cell: ({ actor }) => (
        <div className={styles.who}>{actor ? <bdi>{actor.name}</bdi> : <span className={styles.none}>–</span>}</div>
      ),
    },
    {
      key: 'client',
      header: t('staff.client'),
      cell: ({ client: whom }) =>
        whom && (
          <div className={styles.who}>
            <Link to={`/admin/clients/${whom.id}`}>
              <bdi>{whom.name}</bdi>
            </Link>
          </div>
        ),
    },
    {
      key: 'details',
      header: t('staff.audit_details'),
      bare: true,
      grows: true,
      cell: (entry) => <Details entry={entry} />,
    },
  ];
}

/** More than this would push the next entries out of sight: it is folded. */
const shownAtOnce = { details: 4, characters: 240 };

function Details({ entry: { action, details } }: { entry: AuditRow }) {
  const t = useText();
  const format = useFormat();
  const room = details.find(({ name }) => name === 'room')?.value;
  const hasNumber = details.some(({ name }) => name === 'conversation');
  // Amounts say their currency.
  const currency = details.some(({ name }) => amounts.has(name))
    ? details.find(({ name }) => name === 'currency')?.value
    : undefined;
  const received = details.find(({ name }) => name === 'received')?.value;
  // The number of a conversation leads to it, and what was received as announced is one amount: once is enough.
  const shown = details.filter(
    ({ name, value }) =>
      !(hasNumber && name === 'room') &&
      !(currency !== undefined && name === 'currency') &&
      !(name === 'announced' && value === received),
  );
  const list = <DetailList action={action} shown={shown} room={room} currency={currency} />;
  const characters = shown.reduce((sum, { old, value }) => sum + (old?.length ?? 0) + value.length, 0);
  if (shown.length <= shownAtOnce.details && characters <= shownAtOnce.characters) return list;
  return (
    <div className={styles.folded}>
      <Disclosure label={`${t('staff.audit_details')} (${format.number(shown.length)})`}>{list}</Disclosure>
    </div>
  );
}

interface DetailListProps {
  action: string;
  shown: AuditRow['details'];
  room: string | undefined;
  currency: string | undefined;
}

function DetailList({ action, shown, room, currency }: DetailListProps) {
  const t = useText();
  const nameOf = useDetailName();
  return (
    <dl className={styles.details}>
      {shown.map(({ name, old, value, text }) => {
        const known = old !== null && isOfPair(name) ? t('audit.changed') : nameOf(name);
        return (
          <div key={name} className={styles.detail}>
            <dt title={name} data-code>
              {known ?? <code className={styles.code}>{name}</code>}
            </dt>
            <dd>
              {old !== null && (
                <>
                  <VisuallyHidden>{t('staff.audit_old')}</VisuallyHidden>
                  <span className={styles.old}>
                    <DetailValue action={action} name={name} value={old} currency={currency} />
                  </span>{' '}
                  <VisuallyHidden>{t('staff.audit_new')}</VisuallyHidden>
                </>
              )}
              <DetailValue
                action={action}
                name={name}
                value={value}
                text={text}
                currency={currency}
                id={name === 'conversation' && value.startsWith('T-') ? room : value}
              />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The names of the second detail of a pair: the value after the change. */
const isOfPair = (name: string) => name === 'to' || name === 'after';
