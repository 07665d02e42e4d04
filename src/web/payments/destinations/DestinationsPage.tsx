import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { icon } from '#web/ui/icon.ts';
import { Beside } from '#web/ui/layout/Beside.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { Step, Steps } from '#web/ui/layout/Steps.tsx';
import { RowsSkeleton } from '#web/ui/rows/RowsSkeleton.tsx';
import { AddDestinationDialog } from './AddDestinationDialog.tsx';
import { DestinationRows } from './DestinationRows.tsx';
import { destinationsQuery, paymentsQuery } from '../payment-queries.ts';
import { PaymentsTable } from '../PaymentsTable.tsx';

const latestCount = 5;

/** Where the client's money may be sent, and where it went last. */
export function DestinationsPage() {
  const t = useText();
  const destinations = useQuery(destinationsQuery);
  const [adding, setAdding] = useState(false);
  const add = (
    <Button variant="primary" icon={<Plus {...icon} />} onClick={() => setAdding(true)}>
      {t('payments.add_destination')}
    </Button>
  );
  const steps = destinations.data?.length === 0 && (
    <Card>
      <Steps>
        <Step state="ahead" more={t('payments.destination_own')}>
          {t('payments.add_destination')}
        </Step>
        <Step state="ahead">{t('payments.destination_open_link')}</Step>
        <Step state="ahead">{t('payments.withdraw')}</Step>
      </Steps>
    </Card>
  );
  return (
    <Page
      title={t('payments.destinations_title')}
      intro={t('payments.destinations_intro')}
      back={<Link to="/payments">{t('payments.all')}</Link>}
      actions={destinations.data?.length !== 0 && add}
    >
      <Beside aside={steps}>
        <QueryCard query={destinations} flush skeleton={<RowsSkeleton count={3} />}>
          {(rows) =>
            rows.length > 0 ? (
              <DestinationRows destinations={rows} />
            ) : (
              <EmptyState
                icon={<Drawing name="key" />}
                title={t('payments.no_destination_title')}
                text={t('payments.no_destination_text')}
                action={add}
              />
            )
          }
        </QueryCard>
      </Beside>
      {destinations.data && destinations.data.length > 0 && <LatestWithdrawals />}
      <AddDestinationDialog open={adding} onClose={() => setAdding(false)} />
    </Page>
  );
}

/** What was last sent there; nothing where nothing ever was. */
function LatestWithdrawals() {
  const t = useText();
  const { data } = useInfiniteQuery(paymentsQuery({ kind: 'withdrawal', open: false, search: '' }));
  const payments = data?.pages[0]?.payments.slice(0, latestCount) ?? [];
  if (payments.length === 0) return null;
  return (
    <Card flush title={t('payments.recent')}>
      <PaymentsTable payments={payments} />
    </Card>
  );
}
