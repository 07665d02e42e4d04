import { useId, useState } from 'react';
import type { AnswerOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { CopyableLine } from '#web/platform/forms/CopyableLine.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './Factor.module.css';
import { ProofFields } from './ProofFields.tsx';
import { QrPicture } from './QrPicture.tsx';
import { useProof } from './use-proof.ts';

type Begun = AnswerOf<'POST /api/settings/second-factor/totp'>;

interface SetUpAppDialogProps {
  open: boolean;
  onClose: () => void;
  /** The app is on; with recovery codes, unless there were some. */
  onDone: (recoveryCodes: string[]) => void;
}

/** Password, then the picture for the app and its first code. */
export function SetUpAppDialog({ open, onClose, onDone }: SetUpAppDialogProps) {
  const t = useText();
  const formId = useId();
  const [begun, setBegun] = useState<Begun>();
  const [isBusy, setIsBusy] = useState(false);
  const close = () => {
    setBegun(undefined);
    onClose();
  };
  const done = (codes: string[]) => {
    setBegun(undefined);
    onDone(codes);
  };
  return (
    <Dialog
      open={open}
      title={t('settings.set_up_app')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t(begun ? 'settings.turn_on' : 'settings.continue')}
      confirmForm={formId}
      busy={isBusy}
      onClear={close}
    >
      {begun ? (
        <ConfirmForm id={formId} begun={begun} onBusy={setIsBusy} onDone={done} />
      ) : (
        <BeginForm id={formId} onBusy={setIsBusy} onBegun={setBegun} />
      )}
    </Dialog>
  );
}

interface StepProps {
  id: string;
  onBusy: (isBusy: boolean) => void;
}

function BeginForm({ id, onBusy, onBegun }: StepProps & { onBegun: (begun: Begun) => void }) {
  const t = useText();
  const form = useCallForm({ current_password: '', code: '' });
  const { byPassword, byPasskey } = useProof(form, async (body) => {
    onBusy(true);
    const begun = await call('POST /api/settings/second-factor/totp', { body }).finally(() => onBusy(false));
    onBegun(begun);
  });
  return (
    <form id={id} className={styles.form} noValidate onSubmit={byPassword}>
      <p>{t('settings.prove_text')}</p>
      <FormErrors messages={form.messages} />
      <ProofFields form={form} onPasskey={byPasskey} />
    </form>
  );
}

function ConfirmForm({ id, begun, onBusy, onDone }: StepProps & { begun: Begun; onDone: (codes: string[]) => void }) {
  const t = useText();
  const form = useCallForm({ code: '' });
  const confirm = form.submit(async (body) => {
    onBusy(true);
    const answer = await call('POST /api/settings/second-factor/totp/confirm', { body }).finally(() => onBusy(false));
    onDone(answer.recovery_codes);
  });
  return (
    <form id={id} className={styles.form} noValidate onSubmit={confirm}>
      <p>{t('settings.scan_text')}</p>
      <QrPicture text={begun.uri} label={t('settings.qr_label')} />
      <div className={styles.key}>
        <span className={styles.label}>{t('settings.key')}</span>
        <CopyableLine label={t('settings.key')} value={begun.secret} />
      </div>
      <FormErrors messages={form.messages} />
      <TextField
        {...form.field('code')}
        label={t('settings.app_code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        maxLength={7}
        required
      />
    </form>
  );
}
