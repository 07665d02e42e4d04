import { useQuery } from '@tanstack/react-query';
import { KeyRound, Mail } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { State } from '#web/ui/State.tsx';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { Row, Rows } from '#web/ui/rows/Row.tsx';
import { RowsSkeleton } from '#web/ui/rows/RowsSkeleton.tsx';
import textStyles from '#web/ui/Text.module.css';
import { EmailDialog } from './email/EmailDialog.tsx';
import { emailQuery } from './email/email-query.ts';
import { PendingEmail } from './email/PendingEmail.tsx';
import styles from './Form.module.css';
import { PasswordDialog } from './PasswordDialog.tsx';

/** The address and the password of the account, each with the form that changes it on demand. */
export function SignInCard() {
  const t = useText();
  const user = useSignedIn();
  const change = useQuery(emailQuery);
  const [open, setOpen] = useState<'email' | 'password' | null>(null);
  const close = () => setOpen(null);
  return (
    <QueryCard query={change} title={t('profile.sign_in_title')} flush skeleton={<RowsSkeleton count={2} />}>
      {({ pending }) => (
        <>
          <Rows>
            <Row
              icon={<Mail {...icon} />}
              name={t('profile.email_title')}
              more={
                <>
                  <bdi className={textStyles.breaking}>{user.email}</bdi>{' '}
                  {!user.email_verified && <State tone="warning">{t('profile.email_unverified')}</State>}
                </>
              }
              acts={
                <Button size="small" onClick={() => setOpen('email')}>
                  {t('profile.email_change')}
                </Button>
              }
            />
            <Row
              icon={<KeyRound {...icon} />}
              name={t('profile.password_title')}
              acts={
                <Button size="small" onClick={() => setOpen('password')}>
                  {t('profile.change_password')}
                </Button>
              }
            />
          </Rows>
          {pending && (
            <div className={styles.pending}>
              <PendingEmail pending={pending} />
            </div>
          )}
          <EmailDialog open={open === 'email'} onClose={close} />
          {open === 'password' && <PasswordDialog onClose={close} />}
        </>
      )}
    </QueryCard>
  );
}
