import type { StaffClient } from '#contract/staff/clients.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Facts } from '#web/ui/tables/Facts.tsx';

const nothing = '–';

/** How to reach the client, and how they are looked after. */
export function ClientFacts({ client }: { client: StaffClient }) {
  const t = useText();
  const format = useFormat();
  const { tier_until: until } = client;
  return (
    <Card title={t('staff.facts')} titled={false}>
      <Facts
        items={[
          { term: t('staff.phone'), details: <bdi>{client.phone ?? nothing}</bdi> },
          { term: t('staff.country'), details: format.country(client.country) },
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
              <State tone="warning">{t('staff.manager_left')}</State>
            ) : (
              <bdi>{client.manager?.name ?? nothing}</bdi>
            ),
          },
        ]}
        rest={t('staff.facts')}
        folded={[
          { term: t('staff.address'), details: <bdi>{client.address ?? nothing}</bdi> },
          ...(client.brand === null ? [] : [{ term: t('staff.brand'), details: <bdi>{client.brand}</bdi> }]),
          { term: t('staff.since'), details: <DateTime at={client.created_at} as="date" /> },
        ]}
      />
    </Card>
  );
}
