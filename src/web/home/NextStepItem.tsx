import type { ReactNode } from 'react';
import { openDialog } from '#web/platform/navigation/dialogs.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useResendVerification } from '#web/platform/session/use-resend-verification.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import type { NextStep } from './next-steps.ts';
import textStyles from '#web/ui/Text.module.css';
import styles from './NextStepItem.module.css';

/** One step: what it is, why, and the way to do it. */
export function NextStepItem({ step }: { step: NextStep }) {
  const t = useText();
  const format = useFormat();
  switch (step.kind) {
    case 'verify_email':
      return <VerifyEmail email={step.email} />;
    case 'read_answer':
      return (
        <Step title={t('home.step_read_answer')} text={step.subject}>
          <Link to={`/tickets/${step.ticketId}`} className={buttonClass({ size: 'small' })}>
            {t('home.step_read_answer_action')}
          </Link>
        </Step>
      );
    case 'confirm_withdrawal':
    case 'pay_deposit':
      return (
        <Step title={t(`home.step_${step.kind}`, { number: step.number })} text={t(`home.step_${step.kind}_text`)}>
          <Link to={`/payments/${step.paymentId}`} className={buttonClass({ size: 'small' })}>
            {t(`home.step_${step.kind}_action`)}
          </Link>
        </Step>
      );
    case 'reconfirm':
      return (
        <Step
          title={t('home.step_reconfirm', { issuer: step.issuer })}
          text={t('home.step_reconfirm_text', { at: format.dateTime(step.at) })}
        >
          <Link to={`/ipo/my-ipo/${step.applicationId}`} className={buttonClass({ size: 'small' })}>
            {t('home.step_reconfirm_action')}
          </Link>
        </Step>
      );
    case 'send_document':
    case 'verify':
      return (
        <Step title={t(`home.step_${step.kind}`)} text={t(`home.step_${step.kind}_text`)}>
          <Link to="/settings/verification" className={buttonClass({ size: 'small' })}>
            {t(`home.step_${step.kind}_action`)}
          </Link>
        </Step>
      );
    case 'closing':
      return (
        <Step title={t('home.step_closing')} text={t('home.step_closing_text', { at: format.dateTime(step.at) })}>
          <Link to="/settings/settings" className={buttonClass({ size: 'small' })}>
            {t('shell.closure_see')}
          </Link>
        </Step>
      );
    case 'open_account':
      return (
        <Step title={t('home.step_open_account')} text={t('home.step_open_account_text')}>
          <Button size="small" onClick={() => openDialog('create-trading-account')}>
            {t('home.open_account')}
          </Button>
        </Step>
      );
    case 'fund':
      return (
        <Step title={t('home.step_fund')} text={t('home.step_fund_text')}>
          <Link to="/payments/deposit" className={buttonClass({ size: 'small' })}>
            {t('home.step_fund_action')}
          </Link>
        </Step>
      );
  }
}

function VerifyEmail({ email }: { email: string }) {
  const t = useText();
  const { isBusy, resend } = useResendVerification();
  return (
    <Step title={t('home.step_verify_email')} text={t('home.step_verify_email_text', { email })}>
      <Button size="small" busy={isBusy} onClick={resend}>
        {t('home.step_verify_email_action')}
      </Button>
    </Step>
  );
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        <p className={textStyles.soft} dir="auto">
          {text}
        </p>
      </div>
      {children}
    </li>
  );
}
