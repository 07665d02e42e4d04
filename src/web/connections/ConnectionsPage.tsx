import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { PortName } from '#contract/connections/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { Beside } from '#web/ui/layout/Beside.tsx';
import { Lead } from '#web/ui/layout/Lead.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { CallsCard } from './CallsCard.tsx';
import { ConnectionDialog } from './ConnectionDialog.tsx';
import { ConnectionsCard } from './ConnectionsCard.tsx';
import { connectionsQuery } from './connections-query.ts';
import { DemoProvidersCard } from './DemoProvidersCard.tsx';
import { EventsCard } from './EventsCard.tsx';

/** The providers of the operator: how each of them is, what came from them and what went to them. Administrators add one. */
export function ConnectionsPage() {
  const t = useText();
  const { data } = useQuery(connectionsQuery);
  const [adding, setAdding] = useState<PortName | 'any'>();
  const isAdmin = useUser()?.roles.includes('admin') ?? false;
  const { adapters = [], connections = [] } = data ?? {};
  const on = connections.filter(({ state }) => state === 'on').length;
  return (
    <Page
      title={t('connections.title')}
      intro={data ? <Lead>{t('connections.state', { count: on })}</Lead> : '\u00A0'}
      actions={
        isAdmin &&
        adapters.length > 0 && (
          <Button variant="primary" icon={<Plus {...icon} />} onClick={() => setAdding('any')}>
            {t('connections.add')}
          </Button>
        )
      }
    >
      <Beside aside={isAdmin && windowConfig.demo && <DemoProvidersCard />}>
        <ConnectionsCard onConnect={setAdding} />
      </Beside>
      {connections.length > 0 && (
        <>
          <EventsCard />
          <CallsCard />
        </>
      )}
      {adding && (
        <ConnectionDialog
          adapters={adding === 'any' ? adapters : adapters.filter(({ port }) => port === adding)}
          onClose={() => setAdding(undefined)}
        />
      )}
    </Page>
  );
}
