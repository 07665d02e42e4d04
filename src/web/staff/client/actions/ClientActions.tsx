import { useState } from 'react';
import type { StaffClient } from '#contract/staff/clients.ts';
import { staffRoles } from '#contract/staff/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { isAdmin, useSignedIn } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { FactorResetDialog } from '../../FactorResetDialog.tsx';
import { LevelDialog } from '../../LevelDialog.tsx';
import { SignInLinkDialog } from '../../SignInLinkDialog.tsx';
import { TierDialog } from '../../TierDialog.tsx';
import { BlockDialog } from './BlockDialog.tsx';
import styles from '../Client.module.css';
import { CountryDialog } from './CountryDialog.tsx';
import { EmailDialog } from './EmailDialog.tsx';
import { ManagerDialog } from './ManagerDialog.tsx';
import { mayGuard, maySeeSessions } from '../may.ts';
import { RolesDialog } from './RolesDialog.tsx';
import { ImpersonationDialog } from './ImpersonationDialog.tsx';

type Action =
  | 'impersonate'
  | 'manager'
  | 'level'
  | 'tier'
  | 'roles'
  | 'link'
  | 'factor'
  | 'email'
  | 'country'
  | 'block';

/** The reader's actions on this client; staff cannot act on their own profile. */
export function ClientActions({ client }: { client: StaffClient }) {
  const t = useText();
  const user = useSignedIn();
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  const actions = actionsOn(client, {
    isAdmin: isAdmin(user),
    guards: mayGuard(user),
    isImpersonating: maySeeSessions(user),
  });
  if (client.id === user.id || actions.length === 0) return null;
  const blocking = client.state === 'blocked' ? 'staff.unblock' : 'staff.block';
  return (
    <Card title={t('staff.actions')}>
      <div className={styles.acts}>
        {actions.map((one) => (
          <Button key={one} variant={one === 'block' ? 'danger' : 'secondary'} onClick={() => setAction(one)}>
            {t(one === 'block' ? blocking : `staff.act_${one}`)}
          </Button>
        ))}
      </div>
      {action === 'impersonate' && <ImpersonationDialog client={client} onClose={close} />}
      {action === 'manager' && <ManagerDialog client={client} onClose={close} />}
      {action === 'level' && <LevelDialog client={client} onClose={close} />}
      {action === 'tier' && <TierDialog client={client} onClose={close} />}
      {action === 'roles' && <RolesDialog client={client} onClose={close} />}
      {action === 'factor' && <FactorResetDialog client={client} onClose={close} />}
      {action === 'email' && <EmailDialog client={client} onClose={close} />}
      {action === 'country' && <CountryDialog client={client} onClose={close} />}
      {action === 'block' && <BlockDialog client={client} onClose={close} />}
      <SignInLinkDialog client={action === 'link' ? client : null} onClose={close} />
    </Card>
  );
}

function actionsOn(
  { roles, second_factor, state }: StaffClient,
  { isAdmin: rules, guards, isImpersonating }: { isAdmin: boolean; guards: boolean; isImpersonating: boolean },
) {
  const isStaff = staffRoles.some((role) => roles.includes(role));
  const actions: Action[] = [];
  if (isImpersonating && !isStaff) actions.push('impersonate');
  if (rules && !isStaff && state !== 'closed') actions.push('manager');
  if (guards) actions.push('level');
  if (rules) actions.push('tier', 'roles');
  if (rules && !isStaff && state === 'active') actions.push('link');
  if (guards && second_factor && (rules || !isStaff)) actions.push('factor');
  if (guards && state !== 'blocked' && state !== 'closed' && (rules || !isStaff)) actions.push('email', 'country');
  if (guards && state !== 'closed' && (rules || !isStaff)) actions.push('block');
  return actions;
}
