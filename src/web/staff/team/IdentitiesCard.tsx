import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { bidiIsolate } from '#web/platform/i18n/bidi-isolate.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import styles from '../ClientTable.module.css';
import { identitiesQuery } from './team-query.ts';
import { UnbindDialog } from './UnbindDialog.tsx';

type Identity = ResponseOf<'POST /api/staff/team/identities'>[number];

/** Who is bound to whom at the provider of single sign-on; not shown where no one is. */
export function IdentitiesCard() {
  const t = useText();
  const me = useUser();
  const { data: identities = [] } = useQuery(identitiesQuery);
  const [unbinding, setUnbinding] = useState<Identity>();
  if (identities.length === 0) return null;
  const columns: Column<Identity>[] = [
    {
      key: 'name',
      header: t('staff.person'),
      bare: true,
      cell: ({ person_id: id, full_name: name, email }) => (
        <>
          <Link to={`/admin/clients/${id}`} className={styles.name}>
            <bdi>{name}</bdi>
          </Link>
          <div className={styles.address}>
            <bdi>{email}</bdi>
          </div>
        </>
      ),
    },
    { key: 'provider', header: t('staff.provider'), cell: ({ provider }) => <bdi>{provider}</bdi> },
    { key: 'since', header: t('staff.linked_on'), cell: ({ created_at: at }) => <DateTime at={at} as="brief" /> },
    {
      key: 'seen',
      header: t('staff.last_sign_in'),
      cell: ({ last_sign_in_at: at }) =>
        at ? <DateTime at={at} as="brief" /> : <span className={styles.none}>–</span>,
    },
    {
      key: 'actions',
      header: t('staff.actions'),
      acts: true,
      cell: (identity) =>
        identity.person_id !== me?.id && (
          <Menu
            label={t('lists.acts_on', { name: bidiIsolate(identity.full_name) })}
            acts={[{ label: t('staff.unlink'), danger: true, onChoose: () => setUnbinding(identity) }]}
          />
        ),
    },
  ];
  return (
    <Card title={t('staff.single_sign_on')} flush>
      <DataTable caption={t('staff.single_sign_on')} columns={columns} rows={identities} rowKey={({ id }) => id} />
      {unbinding && <UnbindDialog identity={unbinding} onClose={() => setUnbinding(undefined)} />}
    </Card>
  );
}
