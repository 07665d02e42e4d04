import { useText } from '#web/platform/i18n/i18n.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { CallsCard } from './CallsCard.tsx';
import { ConnectionsCard } from './ConnectionsCard.tsx';
import { EventsCard } from './EventsCard.tsx';

/** The providers of the operator: how each of them is, what came from them and what went to them. */
export function ConnectionsPage() {
  const t = useText();
  return (
    <Page title={t('connections.title')}>
      <ConnectionsCard />
      <EventsCard />
      <CallsCard />
    </Page>
  );
}
