import { useId } from 'react';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { queries } from '#web/platform/queries.ts';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast.ts';
import type { ActedOn } from './clients-query.ts';
import styles from './SignInLinkDialog.module.css';

const levels = [0, 1, 2, 3, 4] as const;
/** No level of its own: the client has the one that his proofs amount to. */
const proven = 'proven';

interface LevelDialogProps {
  client: ActedOn;
  onClose: () => void;
}

/** Sets how far a client has proven who he is, which decides what he may pay in and out. The reason is recorded. */
export function LevelDialog({ client, onClose }: LevelDialogProps) {
  const t = useText();
  const formId = useId();
  const form = useCallForm({ level: String(client.verification_level), reason: '' });
  const name = t('common.full_name', { first_name: client.first_name, second_name: client.second_name });
  const save = form.submit(async ({ level, reason }) => {
    const body = { client_id: client.id, level: level === proven ? null : Number(level), reason };
    await call('POST /api/staff/clients/level', { body });
    onClose();
    await queries.invalidateQueries({ queryKey: ['clients'] });
    toast({ text: t('staff.level_set', { name }) });
  });
  return (
    <Dialog
      open
      title={t('staff.level_for', { name })}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t('common.save')}
      confirmForm={formId}
      busy={form.busy}
      onClear={onClose}
    >
      <form id={formId} className={styles.form} noValidate onSubmit={save}>
        <p>{t('staff.level_explained')}</p>
        <FormErrors messages={form.messages} />
        <SelectField
          {...form.field('level')}
          label={t('staff.level')}
          options={[
            { value: proven, label: t('staff.level_proven') },
            ...levels.map((level) => ({ value: String(level), label: t(`staff.level_${level}`) })),
          ]}
          required
        />
        <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
      </form>
    </Dialog>
  );
}
