import { useRouter } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { StaffClient } from '#contract/staff/clients.ts';
import { staffRoles } from '#contract/staff/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { isAdmin, useSignedIn } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { Menu } from '#web/ui/Menu.tsx';
import textStyles from '#web/ui/Text.module.css';
import { pathIn, useLanguage } from '#web/platform/i18n/language.ts';
import type { Path } from '#web/platform/navigation/path.ts';
import { FactorResetDialog } from '../../FactorResetDialog.tsx';
import { LevelDialog } from '../../LevelDialog.tsx';
import { SignInLinkDialog } from '../../SignInLinkDialog.tsx';
import { TierDialog } from '../../TierDialog.tsx';
import { RiskDialog } from './RiskDialog.tsx';
import { BlockDialog } from './BlockDialog.tsx';
import { CountryDialog } from './CountryDialog.tsx';
import { EmailDialog } from './EmailDialog.tsx';
import { ManagerDialog } from './ManagerDialog.tsx';
import { mayGuard, mayRate, mayReply, maySeeSessions } from '../may.ts';
import { RolesDialog } from './RolesDialog.tsx';
import { ImpersonationDialog } from './ImpersonationDialog.tsx';
import { SignOutDialog } from './SignOutDialog.tsx';
import { WriteDialog } from './WriteDialog.tsx';

type Action =
  | 'impersonate'
  | 'write'
  | 'manager'
  | 'level'
  | 'risk'
  | 'tier'
  | 'roles'
  | 'link'
  | 'factor'
  | 'email'
  | 'country'
  | 'sign_out'
  | 'block';

/** What staff may do with this client: the view first, the rest in a menu. Staff cannot act on their own profile. */
export function ClientActions({ client }: { client: StaffClient }) {
  const t = useText();
  const user = useSignedIn();
  const [action, setAction] = useState<Action | null>(null);
  const close = () => setAction(null);
  const guards = mayGuard(user);
  const router = useRouter();
  const language = useLanguage();
  const toCase: Path = `/admin/verification/${client.id}`;
  const actions = actionsOn(client, {
    isAdmin: isAdmin(user),
    guards,
    rates: mayRate(user),
    replies: mayReply(user),
    isImpersonating: maySeeSessions(user),
  });
  const own = client.id === user.id;
  const listed = own ? [] : actions.filter((one) => one !== 'impersonate');
  const blocking = client.state === 'blocked' ? 'staff.unblock' : 'staff.block';
  const views = !own && actions.includes('impersonate');
  const view = { label: t('staff.act_impersonate'), onChoose: () => setAction('impersonate') };
  const acts = [
    ...(views ? [{ ...view, onPhone: true }] : []),
    ...(guards
      ? [{ label: t('staff.to_case'), onChoose: () => void router.navigate({ href: pathIn(language, toCase) }) }]
      : []),
    ...listed.map((one) => ({
      label: t(one === 'block' ? blocking : `staff.act_${one}`),
      danger: one === 'block' && client.state !== 'blocked',
      onChoose: () => setAction(one),
    })),
  ];
  return (
    <>
      {views && (
        <Button className={textStyles.wide} onClick={view.onChoose}>
          {view.label}
        </Button>
      )}
      {acts.length > 0 && <Menu label={t('staff.more')} icon={<Ellipsis {...icon} />} acts={acts} />}
      {action === 'impersonate' && <ImpersonationDialog client={client} onClose={close} />}
      {action === 'write' && <WriteDialog client={client} onClose={close} />}
      {action === 'manager' && <ManagerDialog client={client} onClose={close} />}
      {action === 'level' && <LevelDialog client={client} onClose={close} />}
      {action === 'risk' && <RiskDialog client={client} onClose={close} />}
      {action === 'tier' && <TierDialog client={client} onClose={close} />}
      {action === 'roles' && <RolesDialog client={client} onClose={close} />}
      {action === 'factor' && <FactorResetDialog client={client} onClose={close} />}
      {action === 'email' && <EmailDialog client={client} onClose={close} />}
      {action === 'country' && <CountryDialog client={client} onClose={close} />}
      {action === 'sign_out' && <SignOutDialog client={client} onClose={close} />}
      {action === 'block' && <BlockDialog client={client} onClose={close} />}
      <SignInLinkDialog client={action === 'link' ? client : null} onClose={close} />
    </>
  );
}

function actionsOn(
  { roles, second_factor, state }: StaffClient,
  {
    isAdmin: rules,
    guards,
    rates,
    replies,
    isImpersonating,
  }: { isAdmin: boolean; guards: boolean; rates: boolean; replies: boolean; isImpersonating: boolean },
) {
  const isStaff = staffRoles.some((role) => roles.includes(role));
  const actions: Action[] = [];
  if (isImpersonating && !isStaff) actions.push('impersonate');
  if (replies && state !== 'closed') actions.push('write');
  if (rules && !isStaff && state !== 'closed') actions.push('manager');
  if (guards) actions.push('level');
  if (rates) actions.push('risk');
  if (rules) actions.push('tier', 'roles');
  if (rules && !isStaff && state === 'active') actions.push('link');
  if (guards && second_factor && (rules || !isStaff)) actions.push('factor');
  if (guards && state !== 'blocked' && state !== 'closed' && (rules || !isStaff)) actions.push('email', 'country');
  if (guards && state !== 'blocked' && state !== 'closed' && (rules || !isStaff)) actions.push('sign_out');
  if (guards && state !== 'closed' && (rules || !isStaff)) actions.push('block');
  return actions;
}
