import { useId, useState } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { CopyableLine } from '#web/platform/forms/CopyableLine.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import styles from './Factor.module.css';
import { ProofFields } from './ProofFields.tsx';
import { QrPicture } from './QrPicture.tsx';
import { useProof } from './use-proof.ts';

type Started = ResponseOf<'POST /api/settings/second-factor/totp'>;

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
  const [started, setStarted] = useState<Started>();
  const [isBusy, setIsBusy] = useState(false);
  const close = () => {
    setStarted(undefined);
    onClose();
  };
  const done = (codes: string[]) => {
    setStarted(undefined);
    onDone(codes);
  };
  return (
    <Dialog
      open={open}
      title={t('profile.set_up_app')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t(started ? 'profile.turn_on' : 'profile.continue')}
      confirmForm={formId}
      busy={isBusy}
      onClear={close}
    >
      {started ? (
        <ConfirmForm id={formId} started={started} onBusy={setIsBusy} onDone={done} />
      ) : (
        <StartForm id={formId} onBusy={setIsBusy} onStarted={setStarted} />
      )}
    </Dialog>
  );
}

interface StepProps {
  id: string;
  onBusy: (isBusy: boolean) => void;
}

function StartForm({ id, onBusy, onStarted }: StepProps & { onStarted: (started: Started) => void }) {
  const t = useText();
  const form = useCallForm({ current_password: '', code: '' });
  const { byPassword, byPasskey } = useProof(form, async (body) => {
    onBusy(true);
    const started = await call('POST /api/settings/second-factor/totp', { body }).finally(() => onBusy(false));
    onStarted(started);
  });
  return (
    <form id={id} className={flowStyles.stack} noValidate onSubmit={byPassword}>
      <p>{t('profile.prove_text')}</p>
      <FormErrors messages={form.messages} />
      <ProofFields form={form} onPasskey={byPasskey} />
    </form>
  );
}

function ConfirmForm({
  id,
  started,
  onBusy,
  onDone,
}: StepProps & { started: Started; onDone: (codes: string[]) => void }) {
  const t = useText();
  const form = useCallForm({ code: '' });
  const confirm = form.submit(async (body) => {
    onBusy(true);
    const response = await call('POST /api/settings/second-factor/totp/confirm', { body }).finally(() => onBusy(false));
    onDone(response.recovery_codes);
  });
  return (
    <form id={id} className={flowStyles.stack} noValidate onSubmit={confirm}>
      <p>{t('profile.scan_text')}</p>
      <QrPicture text={started.uri} label={t('profile.qr_label')} />
      <div className={styles.key}>
        <span className={textStyles.soft}>{t('profile.key')}</span>
        <CopyableLine label={t('profile.key')} value={started.secret} />
      </div>
      <FormErrors messages={form.messages} />
      <TextField
        {...form.field('code')}
        label={t('profile.app_code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        maxLength={7}
        required
      />
    </form>
  );
}
