import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import type { TextKey } from '#web/platform/i18n/text-key.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import styles from '#web/ui/tables/Lines.module.css';
import { icon } from '#web/ui/icon.ts';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';

/** The name of each action here. One that this page does not know yet gets a general text. */
const actions: Partial<Record<string, TextKey>> = {
  'auth.autologin_issued': 'profile.action_autologin_issued',
  'auth.autologin_used': 'profile.action_autologin_used',
  'clients.set_level': 'profile.action_level',
  'ipo_staff.reject': 'profile.action_application_rejected',
  'clients.reset_second_factor': 'profile.action_factor_reset',
  'clients.sign_out': 'profile.action_signed_out',
  'clients.change_email': 'profile.action_email',
  'clients.set_country': 'profile.action_country',
  'clients.correct_person': 'profile.action_person_corrected',
  'clients.save_profile': 'profile.action_person_changed',
  'verification.save_person': 'profile.action_person_changed',
  'verification.save_profile': 'profile.action_profile_answered',
  'auth.change_password': 'profile.action_password_changed',
  'auth.reset_password': 'profile.action_password_reset',
  'auth.confirm_totp': 'profile.action_totp_added',
  'auth.remove_totp': 'profile.action_totp_removed',
  'auth.new_recovery_codes': 'profile.action_recovery_codes',
  'auth.add_passkey': 'profile.action_passkey_added',
  'auth.rename_passkey': 'profile.action_passkey_renamed',
  'auth.remove_passkey': 'profile.action_passkey_removed',
  'auth.freeze': 'profile.action_frozen',
  'auth.request_email_change': 'profile.action_email_asked',
  'auth.cancel_email_change': 'profile.action_email_taken_back',
  'auth.confirm_email_change': 'profile.action_email_changed',
  'clients.make_pin': 'profile.action_pin_made',
  'clients.request_data_export': 'profile.action_data_asked',
  'clients.request_closure': 'profile.action_closing_asked',
  'clients.cancel_closure': 'profile.action_account_kept',
  'staff.set_roles': 'profile.action_roles',
  'staff.set_limits': 'profile.action_limits',
  'staff.set_account_limit': 'profile.action_limits',
  'staff.end_override': 'profile.action_limits',
  'staff.confirm_override': 'profile.action_limits',
  'staff.restrict_payments': 'profile.action_payments_stopped',
  'staff.lift_payment_restriction': 'profile.action_payments_released',
  'staff.set_manager': 'profile.action_manager',
  'staff.release_clients': 'profile.action_manager',
  'staff.block': 'profile.action_blocked',
  'staff.unblock': 'profile.action_unblocked',
  'clients.cancel_closure_of': 'profile.action_account_kept',
  'clients.check_pin': 'profile.action_pin',
  'clients.failed_pin': 'profile.action_pin_missed',
  'clients.reopen': 'profile.action_reopened',
  'security.sign_in': 'profile.action_sign_in_failed',
  'security.factor': 'profile.action_factor_failed',
  'security.locked': 'profile.action_locked',
  'staff.start_impersonation': 'profile.action_watch_begun',
  'staff.end_impersonation': 'profile.action_watch_ended',
  'portfolio.set_tier': 'profile.action_tier',
  'portfolio.end_tier': 'profile.action_tier',
};

const nameOf = (action: string): TextKey =>
  actions[action] ??
  (action.startsWith('payments.')
    ? 'profile.action_payment'
    : action.startsWith('trading.')
      ? 'profile.action_transfer'
      : action.startsWith('verification.')
        ? 'profile.action_verification'
        : 'profile.action_other');

/** What staff did in this profile, what was changed in it in the person’s name, and failed sign-ins to it. */
export function ActivityCard() {
  const t = useText();
  const activity = useQuery({
    queryKey: ['activity'],
    queryFn: () => call('POST /api/settings/activity', { body: {} }),
  });
  return (
    <QueryCard query={activity} title={t('profile.activity_title')} flush skeleton={<SkeletonRows count={1} />}>
      {(list) =>
        list.length === 0 ? (
          <p className={styles.nothing}>{t('profile.activity_none')}</p>
        ) : (
          <ul>
            {list.map(({ id, action, payment, reason, at, address, times }) => (
              <li key={id} className={styles.line}>
                {action.startsWith('security.') ? <ShieldAlert {...icon} /> : <ShieldCheck {...icon} />}
                <div className={styles.text}>
                  <p className={styles.name}>{t(nameOf(action))}</p>
                  <p className={styles.facts}>
                    {payment && <bdi>{payment}</bdi>}
                    {reason && <span dir="auto">{reason}</span>}
                    {address && <span>{t('profile.action_times', { times, address: `\u2066${address}\u2069` })}</span>}
                    <DateTime at={at} />
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )
      }
    </QueryCard>
  );
}
