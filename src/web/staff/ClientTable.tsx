import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useUser } from '#web/platform/session.ts';
import { When } from '#web/platform/When.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import type { ListedClient } from './clients-query.ts';
import styles from './ClientTable.module.css';

interface ClientTableProps {
  clients: readonly ListedClient[];
  /** A sign-in link for this client is wanted. */
  onChoose: (client: ListedClient) => void;
  /** His verification level is to be set. */
  onLevel: (client: ListedClient) => void;
  /** A tier is to be set for him. */
  onTier: (client: ListedClient) => void;
  /** His second factor is to be turned off. */
  onFactor: (client: ListedClient) => void;
}

/** Clients with what support asks first, and the way to a sign-in link. */
export function ClientTable({ clients, onChoose, onLevel, onTier, onFactor }: ClientTableProps) {
  const t = useText();
  const format = useFormat();
  const columns: Column<ListedClient>[] = [
    { key: 'name', header: t('staff.client'), cell: (client) => <Identity client={client} /> },
    { key: 'country', header: t('staff.country'), cell: ({ country }) => format.country(country) },
    {
      key: 'accounts',
      header: t('staff.accounts'),
      numeric: true,
      cell: ({ trading_accounts }) => format.number(trading_accounts),
    },
    {
      key: 'level',
      header: t('staff.level'),
      cell: (client) => <LevelButton client={client} onLevel={() => onLevel(client)} />,
    },
    {
      key: 'tier',
      header: t('common.tier'),
      cell: (client) => <TierButton client={client} onTier={() => onTier(client)} />,
    },
    {
      key: 'factor',
      header: t('staff.factor'),
      cell: (client) => <FactorButton client={client} onFactor={() => onFactor(client)} />,
    },
    { key: 'since', header: t('staff.since'), cell: ({ created_at }) => <When at={created_at} as="date" /> },
    {
      key: 'link',
      header: t('staff.link'),
      cell: (client) => <LinkButton client={client} onChoose={() => onChoose(client)} />,
    },
  ];
  return <DataTable caption={t('staff.clients_title')} columns={columns} rows={clients} rowKey={({ id }) => id} />;
}

function Identity({ client }: { client: ListedClient }) {
  const t = useText();
  const { first_name, second_name, email, email_verified, roles } = client;
  return (
    <>
      <div className={styles.line}>
        <bdi className={styles.name}>{t('common.full_name', { first_name, second_name })}</bdi>
        {(['support', 'compliance', 'finance', 'admin'] as const)
          .filter((role) => roles.includes(role))
          .map((role) => (
            <Badge key={role} tone="accent">
              {t(`common.role_${role}`)}
            </Badge>
          ))}
      </div>
      <div className={styles.line}>
        <bdi className={styles.address}>{email}</bdi>
        {!email_verified && <Badge tone="warning">{t('staff.not_confirmed')}</Badge>}
      </div>
    </>
  );
}

/** A word of the table that opens a dialog; `label` says of whom. */
function WordButton({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Button size="small" variant="quiet" className={styles.word} aria-label={label} onClick={onClick}>
      {children}
    </Button>
  );
}

function LevelButton({ client, onLevel }: { client: ListedClient; onLevel: () => void }) {
  const t = useText();
  const { first_name, second_name, verification_level: level } = client;
  const name = t('common.full_name', { first_name, second_name });
  return (
    <WordButton label={t('staff.level_for', { name })} onClick={onLevel}>
      {t('staff.level_number', { level })}
    </WordButton>
  );
}

function TierButton({ client, onTier }: { client: ListedClient; onTier: () => void }) {
  const t = useText();
  const { first_name, second_name, tier, tier_until: until } = client;
  const name = t('common.full_name', { first_name, second_name });
  return (
    <>
      <WordButton label={t('staff.tier_for', { name })} onClick={onTier}>
        {t(`common.tier_${tier}`)}
      </WordButton>
      {until !== null && <Badge>{t('staff.tier_is_set')}</Badge>}
    </>
  );
}

/** Nobody turns his own off here: for that there are his settings. */
function FactorButton({ client, onFactor }: { client: ListedClient; onFactor: () => void }) {
  const t = useText();
  const user = useUser();
  const { id, first_name, second_name, second_factor } = client;
  const word = t(second_factor ? 'staff.factor_on' : 'staff.factor_off');
  if (!second_factor || id === user?.id) return <span className={styles.none}>{word}</span>;
  const name = t('common.full_name', { first_name, second_name });
  return (
    <WordButton label={t('staff.factor_for', { name })} onClick={onFactor}>
      {word}
    </WordButton>
  );
}

/** Links are for those who are clients and nothing else: staff sign in themselves. */
function LinkButton({ client, onChoose }: { client: ListedClient; onChoose: () => void }) {
  const t = useText();
  const { first_name, second_name, roles } = client;
  if (roles.some((role) => role !== 'client'))
    return <span className={styles.none}>{t('staff.link_not_for_staff')}</span>;
  const name = t('common.full_name', { first_name, second_name });
  return (
    <Button size="small" aria-label={t('staff.link_for', { name })} onClick={onChoose}>
      {t('staff.issue_short')}
    </Button>
  );
}
