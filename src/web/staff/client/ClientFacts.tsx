import type { StaffClient } from '#contract/staff/clients.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { ClientScreening } from '#web/screening/ClientScreening.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { mayGuard } from './may.ts';

const nothing = '–';

/** Who the client is, their level and tier, and how they sign in. */
export function ClientFacts({ client }: { client: StaffClient }) {
  const t = useText();
  const format = useFormat();
  const mayOpenCase = mayGuard(useSignedIn());
  const { verification_level: level, tier_until: until, last_sign_in_at: seen, state, restricted } = client;
  return (
    <Card
      title={t('staff.facts')}
      actions={
        mayOpenCase && (
          <Link to={`/admin/verification/${client.id}`} className={buttonClass({ size: 'small' })}>
            {t('staff.to_case')}
          </Link>
        )
      }
    >
      {client.disputed_by && (
        <Alert tone="warning" title={t('staff.state_disputed')}>
          {t('staff.disputed_former', { email: `\u2066${client.disputed_by}\u2069` })}
        </Alert>
      )}
      <DescriptionList
        items={[
          {
            term: t('staff.state'),
            details: <Badge tone={state === 'active' ? 'positive' : 'negative'}>{t(`staff.state_${state}`)}</Badge>,
          },
          ...(restricted.length > 0
            ? [
                {
                  term: t('staff.restrictions'),
                  details: restricted.map((kind) => t(`staff.restriction_kind_${kind}`)).join(' · '),
                },
              ]
            : []),
          {
            term: t('staff.email'),
            details: (
              <>
                <bdi>{client.email}</bdi>{' '}
                {!client.email_verified && <Badge tone="warning">{t('staff.not_confirmed')}</Badge>}
              </>
            ),
          },
          { term: t('staff.phone'), details: <bdi>{client.phone ?? nothing}</bdi> },
          { term: t('staff.address'), details: <bdi>{client.address ?? nothing}</bdi> },
          { term: t('staff.country'), details: format.country(client.country) },
          ...(mayOpenCase ? [{ term: t('screening.title'), details: <ClientScreening clientId={client.id} /> }] : []),
          { term: t('staff.level'), details: t(`staff.level_${level as 0 | 1 | 2 | 3 | 4}`) },
          {
            term: t('common.tier'),
            details: until
              ? `${t(`common.tier_${client.tier}`)} · ${t('staff.tier_set_until', { date: format.day(until) })}`
              : t(`common.tier_${client.tier}`),
          },
          { term: t('staff.factor'), details: t(client.second_factor ? 'staff.factor_on' : 'staff.factor_off') },
          {
            term: t('staff.manager'),
            details: client.manager_left ? (
              <Badge tone="warning">{t('staff.manager_left')}</Badge>
            ) : (
              <bdi>{client.manager?.name ?? nothing}</bdi>
            ),
          },
          { term: t('staff.since'), details: <DateTime at={client.created_at} as="date" /> },
          { term: t('staff.last_sign_in'), details: seen ? <DateTime at={seen} /> : nothing },
        ]}
      />
    </Card>
  );
}
