import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { User } from '#contract/auth/endpoints.ts';
import type { StaffClient } from '#contract/staff/clients.ts';
import { clientParts, type ClientPart } from '#contract/staff/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async, StaleMark } from '#web/platform/api/Async.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { isNotFound, throwWithoutData } from '#web/platform/api/not-found.ts';
import { useSignedIn } from '#web/platform/session/session.ts';
import { Statement } from '#web/shell/Statement.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Beside } from '#web/ui/layout/Beside.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { clientQuery } from '../clients-query.ts';
import styles from './Client.module.css';
import { ClientActions } from './actions/ClientActions.tsx';
import { ClientFacts } from './ClientFacts.tsx';
import { ClientFigures } from './ClientFigures.tsx';
import { ClientHead } from './ClientHead.tsx';
import { ClosureCard } from './ClosureCard.tsx';
import { ConsentsCard } from './ConsentsCard.tsx';
import { AccountsCard, WalletsCard } from './ClientMoney.tsx';
import { ActivityPart, IpoPart, PaymentsPart, SessionsPart, TicketsPart } from './ClientParts.tsx';
import { DealingCard } from './DealingCard.tsx';
import { EarlierPart } from './EarlierPart.tsx';
import { LimitsPart } from './limits/LimitsPart.tsx';
import { mayReply, mayGuard, maySeeSessions } from './may.ts';
import { NotesCard } from './NotesCard.tsx';
import { OperationsPart } from './OperationsPart.tsx';
import { PinCard } from './PinCard.tsx';
import { RiskCard } from './RiskCard.tsx';
import { TransfersPart } from './TransfersPart.tsx';
import { WaitingNotes } from './WaitingNotes.tsx';

/** Everything that staff know of one client, part by part, each for the roles that it concerns. */
export function ClientPage() {
  const t = useText();
  const user = useSignedIn();
  const { id = '', part = 'overview' } = useParams({ strict: false }) as { id?: string; part?: string };
  const query = useQuery({ ...clientQuery(id), throwOnError: throwWithoutData });
  const client = query.data;
  const parts = partsFor(user);
  const shown = parts.find((one) => one === part);
  if (!shown || (isNotFound(query.error) && !client))
    return (
      <Statement title={t('staff.missing_title')} text={t('staff.missing_text')}>
        <Link to="/admin/clients" className={buttonClass()}>
          {t('staff.clients_title')}
        </Link>
      </Statement>
    );
  return (
    <Page
      back={<Link to="/admin/clients">{t('staff.clients_title')}</Link>}
      title={client ? <bdi>{client.full_name}</bdi> : t('staff.client')}
      state={client && <ClientHead client={client} />}
      actions={
        <>
          <StaleMark query={query} />
          {client && <ClientActions client={client} />}
        </>
      }
    >
      <Tabs label={t('staff.parts')} hasEnd>
        {parts.map((one) => (
          <Link key={one} to={one === 'overview' ? `/admin/clients/${id}` : `/admin/clients/${id}/${one}`}>
            {t(`staff.part_${one}`)}
          </Link>
        ))}
      </Tabs>
      <Async
        query={query}
        skeleton={
          <Card>
            <SkeletonRows count={8} />
          </Card>
        }
      >
        {(found) => <Part part={shown} client={found} user={user} />}
      </Async>
    </Page>
  );
}

/** The parts that a person's roles may see. */
const partsFor = (user: User): ClientPart[] =>
  clientParts.filter((part) => {
    if (part === 'tickets') return mayReply(user);
    if (part === 'sessions') return maySeeSessions(user);
    return part === 'activity' ? mayGuard(user) : true;
  });

function Part({ part, client, user }: { part: ClientPart; client: StaffClient; user: User }) {
  const t = useText();
  const { id } = client;
  switch (part) {
    case 'overview':
      return (
        <div className={styles.stack}>
          {client.disputed_by && (
            <Alert tone="warning" title={t('staff.state_disputed')}>
              {t('staff.disputed_former', { email: `\u2066${client.disputed_by}\u2069` })}
            </Alert>
          )}
          <WaitingNotes id={id} />
          <ClosureCard client={client} />
          <ClientFigures client={client} />
          <ClientFacts client={client} />
          <Beside aside={id !== user.id && <PinCard client={client} />}>
            {mayGuard(user) && client.risk !== null && <RiskCard id={id} />}
            <DealingCard client={client} />
            {mayGuard(user) && <ConsentsCard id={id} />}
          </Beside>
        </div>
      );
    case 'wallets':
      return (
        <div className={styles.stack}>
          <WalletsCard wallets={client.wallets} />
          <AccountsCard client={client} />
          <OperationsPart id={id} />
          <TransfersPart id={id} />
          <EarlierPart id={id} />
        </div>
      );
    case 'payments':
      return <PaymentsPart id={id} />;
    case 'limits':
      return <LimitsPart client={client} />;
    case 'ipo':
      return <IpoPart id={id} />;
    case 'tickets':
      return <TicketsPart client={client} />;
    case 'sessions':
      return <SessionsPart id={id} />;
    case 'activity':
      return <ActivityPart id={id} />;
    case 'notes':
      return <NotesCard id={id} />;
  }
}
