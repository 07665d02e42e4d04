import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import type { TextKey } from '#web/platform/i18n/text-key.ts';
import { When } from '#web/platform/i18n/DateTime.tsx';
import styles from '#web/ui/Lines.module.css';
import { icon } from '#web/ui/icon.ts';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';

/** What each act is called here. One that this page does not know yet is told in general words. */
const acts: Partial<Record<string, TextKey>> = {
  'auth.autologin_issued': 'settings.act_autologin_issued',
  'auth.autologin_used': 'settings.act_autologin_used',
  'clients.set_level': 'settings.act_level',
  'ipo_desk.reject': 'settings.act_application_rejected',
  'clients.reset_second_factor': 'settings.act_factor_reset',
  'clients.change_email': 'settings.act_email',
  'clients.set_country': 'settings.act_country',
  'clients.correct_person': 'settings.act_person_corrected',
  'clients.save_profile': 'settings.act_person_changed',
  'verification.save_person': 'settings.act_person_changed',
  'verification.save_profile': 'settings.act_profile_answered',
  'auth.change_password': 'settings.act_password_changed',
  'auth.reset_password': 'settings.act_password_reset',
  'auth.confirm_totp': 'settings.act_totp_added',
  'auth.remove_totp': 'settings.act_totp_removed',
  'auth.new_recovery_codes': 'settings.act_recovery_codes',
  'auth.add_passkey': 'settings.act_passkey_added',
  'auth.rename_passkey': 'settings.act_passkey_renamed',
  'auth.remove_passkey': 'settings.act_passkey_removed',
  'auth.freeze': 'settings.act_frozen',
  'auth.ask_email_change': 'settings.act_email_asked',
  'auth.take_back_email_change': 'settings.act_email_taken_back',
  'auth.confirm_email_change': 'settings.act_email_changed',
  'clients.make_pin': 'settings.act_pin_made',
  'clients.ask_data': 'settings.act_data_asked',
  'clients.ask_closing': 'settings.act_closing_asked',
  'clients.keep_account': 'settings.act_account_kept',
  'staff.set_roles': 'settings.act_roles',
  'staff.set_limits': 'settings.act_limits',
  'staff.set_account_limit': 'settings.act_limits',
  'staff.end_override': 'settings.act_limits',
  'staff.confirm_override': 'settings.act_limits',
  'staff.stop_payments': 'settings.act_payments_stopped',
  'staff.release_payments': 'settings.act_payments_released',
  'staff.set_manager': 'settings.act_manager',
  'staff.release_clients': 'settings.act_manager',
  'staff.block': 'settings.act_blocked',
  'staff.unblock': 'settings.act_unblocked',
  'clients.keep_account_of': 'settings.act_account_kept',
  'clients.check_pin': 'settings.act_pin',
  'clients.miss_pin': 'settings.act_pin_missed',
  'clients.reopen': 'settings.act_reopened',
  'security.sign_in': 'settings.act_sign_in_failed',
  'security.factor': 'settings.act_factor_failed',
  'security.locked': 'settings.act_locked',
  'staff.begin_watch': 'settings.act_watch_begun',
  'staff.end_watch': 'settings.act_watch_ended',
  'portfolio.set_tier': 'settings.act_tier',
  'portfolio.end_tier': 'settings.act_tier',
};

const nameOf = (act: string): TextKey =>
  acts[act] ??
  (act.startsWith('payments.')
    ? 'settings.act_payment'
    : act.startsWith('trading.')
      ? 'settings.act_transfer'
      : act.startsWith('verification.')
        ? 'settings.act_verification'
        : 'settings.act_other');

/** What staff did in this profile, what was changed in it in one’s own name, and who failed to sign in to it. */
export function ActivityCard() {
  const t = useText();
  const activity = useQuery({
    queryKey: ['activity'],
    queryFn: () => call('POST /api/settings/activity', { body: {} }),
  });
  return (
    <QueryCard query={activity} title={t('settings.activity_title')} flush skeleton={<SkeletonRows count={1} />}>
      {(list) =>
        list.length === 0 ? (
          <p className={styles.nothing}>{t('settings.activity_none')}</p>
        ) : (
          <ul className={styles.lines}>
            {list.map(({ id, act, payment, reason, at, address, times }) => (
              <li key={id} className={styles.line}>
                {act.startsWith('security.') ? <ShieldAlert {...icon} /> : <ShieldCheck {...icon} />}
                <div className={styles.text}>
                  <p className={styles.name}>{t(nameOf(act))}</p>
                  <p className={styles.facts}>
                    {payment && <bdi>{payment}</bdi>}
                    {reason && <span dir="auto">{reason}</span>}
                    {address && <span>{t('settings.act_times', { times, address: `\u2066${address}\u2069` })}</span>}
                    <When at={at} />
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
