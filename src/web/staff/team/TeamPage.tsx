import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import type { TeamMember } from '#contract/staff/endpoints.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { cx } from '#web/ui/cx.ts';
import { icon } from '#web/ui/icon.ts';
import { State } from '#web/ui/State.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { Lead } from '#web/ui/layout/Lead.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from '../ClientTable.module.css';
import { IdentitiesCard } from './IdentitiesCard.tsx';
import { teamQuery } from './team-query.ts';

/** All staff and their roles; roles are given and removed on the card of each. */
export function TeamPage() {
  const t = useText();
  const team = useQuery(teamQuery);
  const withoutFactor = team.data?.filter(({ second_factor: isOn }) => !isOn).length ?? 0;
  const columns: Column<TeamMember>[] = [
    {
      key: 'name',
      header: t('staff.person'),
      bare: true,
      cell: ({ id, full_name, email }) => (
        <>
          <Link to={`/admin/clients/${id}`} className={styles.name}>
            <bdi>{full_name}</bdi>
          </Link>
          <p className={cx(textStyles.soft, textStyles.wide)}>
            <bdi>{email}</bdi>
          </p>
        </>
      ),
    },
    {
      key: 'roles',
      header: t('staff.roles'),
      cell: ({ roles }) => roles.map((role) => t(`common.role_${role}`)).join(' · '),
    },
    {
      key: 'factor',
      header: t('staff.factor'),
      labelled: true,
      cell: ({ second_factor: isOn }) => (
        <State tone={isOn ? 'neutral' : 'warning'}>{t(isOn ? 'staff.factor_on' : 'staff.factor_off')}</State>
      ),
    },
    {
      key: 'state',
      header: t('staff.state'),
      once: ({ state }) => state,
      cell: ({ state }) => (
        <State tone={state === 'active' ? 'neutral' : 'negative'}>{t(`staff.state_${state}`)}</State>
      ),
    },
    {
      key: 'seen',
      header: t('staff.last_sign_in'),
      wide: true,
      cell: ({ last_sign_in_at: at }) => at && <DateTime at={at} as="brief" />,
    },
  ];
  return (
    <Page
      title={t('staff.team_title')}
      lead={team.data ? <Lead>{t('staff.team_state', { count: withoutFactor })}</Lead> : '\u00A0'}
      intro={t('staff.team_intro')}
      actions={
        <>
          <CsvButton action={() => download('GET /api/staff/team/file', {})} />
          <Link to="/admin/clients" className={buttonClass({ variant: 'primary' })}>
            <UserPlus {...icon} />
            {t('staff.team_add')}
          </Link>
        </>
      }
    >
      <QueryCard query={team} flush skeleton={<SkeletonRows count={5} />}>
        {(members) => (
          <DataTable caption={t('staff.team_title')} columns={columns} rows={members} rowKey={({ id }) => id} named />
        )}
      </QueryCard>
      <IdentitiesCard />
    </Page>
  );
}
