import { Banknote, ChevronRight, FileText, IdCard, LogOut, Mail, MessageCircle, Plus, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { openDialog } from '#web/platform/navigation/dialogs.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import type { Path } from '#web/platform/navigation/path.ts';
import { useResendVerification } from '#web/platform/session/use-resend-verification.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { Row } from '#web/ui/rows/Row.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './NextStepItem.module.css';
import type { NextStep } from './next-steps.ts';

const signs = {
  verify_email: Mail,
  read_answer: MessageCircle,
  confirm_withdrawal: Banknote,
  pay_deposit: Banknote,
  reconfirm: FileText,
  send_document: FileText,
  verify: IdCard,
  closing: LogOut,
  open_account: Plus,
  fund: Wallet,
} as const satisfies Record<NextStep['kind'], unknown>;

/** One step: what it is, why, and the way to do it. */
export function NextStepItem({ step }: { step: NextStep }) {
  const t = useText();
  const format = useFormat();
  switch (step.kind) {
    case 'verify_email':
      return <VerifyEmail email={step.email} />;
    case 'read_answer':
      return (
        <Step kind={step.kind} title={t('home.step_read_answer')} text={step.subject}>
          <Go to={`/tickets/${step.ticketId}`} text={t('home.step_read_answer_action')} />
        </Step>
      );
    case 'confirm_withdrawal':
    case 'pay_deposit':
      return (
        <Step
          kind={step.kind}
          title={t(`home.step_${step.kind}`, { number: step.number })}
          text={t(`home.step_${step.kind}_text`)}
        >
          <Go to={`/payments/${step.paymentId}`} text={t(`home.step_${step.kind}_action`)} />
        </Step>
      );
    case 'reconfirm':
      return (
        <Step
          kind={step.kind}
          title={t('home.step_reconfirm', { issuer: step.issuer })}
          text={t('home.step_reconfirm_text', { at: format.dateTime(step.at) })}
        >
          <Go to={`/ipo/my-ipo/${step.applicationId}`} text={t('home.step_reconfirm_action')} />
        </Step>
      );
    case 'send_document':
    case 'verify':
      return (
        <Step kind={step.kind} title={t(`home.step_${step.kind}`)} text={t(`home.step_${step.kind}_text`)}>
          <Go to="/settings/verification" text={t(`home.step_${step.kind}_action`)} />
        </Step>
      );
    case 'closing':
      return (
        <Step
          kind={step.kind}
          title={t('home.step_closing')}
          text={t('home.step_closing_text', { at: format.dateTime(step.at) })}
        >
          <Go to="/settings/settings" text={t('shell.closure_see')} />
        </Step>
      );
    case 'open_account':
      return (
        <Step kind={step.kind} title={t('home.step_open_account')} text={t('home.step_open_account_text')}>
          <Button size="small" onClick={() => openDialog('create-trading-account')}>
            <ActText text={t('home.open_account')} />
          </Button>
        </Step>
      );
    case 'fund':
      return (
        <Step kind={step.kind} title={t('shell.first_deposit')} text={t('shell.first_deposit_text')}>
          <Go to="/payments/deposit" text={t('home.step_fund_action')} />
        </Step>
      );
  }
}

function VerifyEmail({ email }: { email: string }) {
  const t = useText();
  const { isBusy, resend } = useResendVerification();
  return (
    <Step kind="verify_email" title={t('home.step_verify_email')} text={t('home.step_verify_email_text', { email })}>
      <Button size="small" busy={isBusy} onClick={resend}>
        <ActText text={t('home.step_verify_email_action')} />
      </Button>
    </Step>
  );
}

function Go({ to, text }: { to: Path; text: string }) {
  return (
    <Link to={to} className={buttonClass({ size: 'small' })}>
      <ActText text={text} />
    </Link>
  );
}

/** The words of an act, and on a phone, where the whole row is its target, an arrow. */
function ActText({ text }: { text: string }) {
  return (
    <>
      <VisuallyHidden onPhone>{text}</VisuallyHidden>
      <ChevronRight {...icon} className={styles.arrow} />
    </>
  );
}

interface StepProps {
  kind: NextStep['kind'];
  title: string;
  text: string;
  children: ReactNode;
}

function Step({ kind, title, text, children }: StepProps) {
  const Sign = signs[kind];
  return (
    <Row
      tone="waits"
      icon={<Sign {...icon} />}
      name={title}
      more={
        <span className={styles.text} dir="auto">
          {text}
        </span>
      }
      act={children}
    />
  );
}
