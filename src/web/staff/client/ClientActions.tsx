import { useState } from 'react';
import type { StaffClient } from '#contract/staff-clients.ts';
import { staffRoles } from '#contract/staff-names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { isAdmin, useSignedIn } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { FactorResetDialog } from '../FactorResetDialog.tsx';
import { LevelDialog } from '../LevelDialog.tsx';
import { SignInLinkDialog } from '../SignInLinkDialog.tsx';
import { TierDialog } from '../TierDialog.tsx';
import { BlockDialog } from './BlockDialog.tsx';
import styles from './Client.module.css';
import { CountryDialog } from './CountryDialog.tsx';
import { EmailDialog } from './EmailDialog.tsx';
import { ManagerDialog } from './ManagerDialog.tsx';
import { mayGuard, maySeeSessions } from './may.ts';
import { RolesDialog } from './RolesDialog.tsx';
import { WatchDialog } from './ImpersonationDialog.tsx';

type Act = 'watch' | 'manager' | 'level' | 'tier' | 'roles' | 'link' | 'factor' | 'email' | 'country' | 'block';

/** What the reader may do with this client; nobody acts on himself. */
export function ClientActs({ client }: { client: StaffClient }) {
  const t = useText();
  const user = useSignedIn();
  const [act, setAct] = useState<Act | null>(null);
  const close = () => setAct(null);
  const acts = actsOn(client, { isAdmin: isAdmin(user), guards: mayGuard(user), watches: maySeeSessions(user) });
  if (client.id === user.id || acts.length === 0) return null;
  const name = t('common.full_name', { first_name: client.first_name, second_name: client.second_name });
  const blocking = client.state === 'blocked' ? 'staff.unblock_for' : 'staff.block_for';
  return (
    <Card title={t('staff.acts')}>
      <div className={styles.acts}>
        {acts.map((one) => (
          <Button key={one} variant={one === 'block' ? 'danger' : 'secondary'} onClick={() => setAct(one)}>
            {one === 'block' ? t(blocking, { name }) : t(`staff.${one}_for`, { name })}
          </Button>
        ))}
      </div>
      {act === 'watch' && <WatchDialog client={client} onClose={close} />}
      {act === 'manager' && <ManagerDialog client={client} onClose={close} />}
      {act === 'level' && <LevelDialog client={client} onClose={close} />}
      {act === 'tier' && <TierDialog client={client} onClose={close} />}
      {act === 'roles' && <RolesDialog client={client} onClose={close} />}
      {act === 'factor' && <FactorResetDialog client={client} onClose={close} />}
      {act === 'email' && <EmailDialog client={client} onClose={close} />}
      {act === 'country' && <CountryDialog client={client} onClose={close} />}
      {act === 'block' && <BlockDialog client={client} onClose={close} />}
      <SignInLinkDialog client={act === 'link' ? client : null} onClose={close} />
    </Card>
  );
}

function actsOn(
  { roles, second_factor, state }: StaffClient,
  { isAdmin: rules, guards, watches }: { isAdmin: boolean; guards: boolean; watches: boolean },
) {
  const isStaff = staffRoles.some((role) => roles.includes(role));
  const acts: Act[] = [];
  if (watches && !isStaff) acts.push('watch');
  if (rules && !isStaff && state !== 'closed') acts.push('manager');
  if (guards) acts.push('level');
  if (rules) acts.push('tier', 'roles');
  if (rules && !isStaff && state === 'active') acts.push('link');
  if (guards && second_factor && (rules || !isStaff)) acts.push('factor');
  if (guards && state !== 'blocked' && state !== 'closed' && (rules || !isStaff)) acts.push('email', 'country');
  if (guards && state !== 'closed' && (rules || !isStaff)) acts.push('block');
  return acts;
}
