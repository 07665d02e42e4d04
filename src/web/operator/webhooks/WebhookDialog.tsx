import { publicEvents, type PublicEvent } from '#contract/operator/event-names.ts';
import type { Webhook } from '#contract/operator/webhooks.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import styles from '../Operator.module.css';
import { ProvenDialog } from '../ProvenDialog.tsx';

interface WebhookDialogProps {
  /** The one to change; without it a new one is made. */
  subject?: Webhook | undefined;
  onClose: () => void;
  /** With the secret of a new one. */
  onDone: (secret: string | undefined) => Promise<void>;
}

/** A new webhook gets every event by default. */
const ticksOf = (subject: Webhook | undefined) =>
  Object.fromEntries(publicEvents.map((event) => [event, subject?.events.includes(event) ?? true])) as Record<
    PublicEvent,
    boolean
  >;

/** Where events go, and which. */
export function WebhookDialog({ subject, onClose, onDone }: WebhookDialogProps) {
  const t = useText();
  const form = useCallForm({
    name: subject?.name ?? '',
    url: subject?.url ?? '',
    current_password: '',
    code: '',
    ...ticksOf(subject),
  });
  const ways = useProof(form, async (proof, { name, url, ...ticks }) => {
    const body = { name, url, events: publicEvents.filter((event) => ticks[event]), ...proof };
    if (subject) {
      await call('POST /api/staff/operator/webhooks/edit', { body: { webhook_id: subject.id, ...body } });
      await onDone(undefined);
    } else {
      const { secret } = await call('POST /api/staff/operator/webhooks/create', { body });
      await onDone(secret);
    }
  });
  return (
    <ProvenDialog
      title={subject ? subject.name : t('operator.new_webhook')}
      explained={t('operator.webhook_text')}
      confirmText={subject ? t('common.save') : t('operator.make_webhook')}
      form={form}
      ways={ways}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label={t('operator.name')}
        hint={t('operator.name_hint')}
        autoComplete="off"
        maxLength={60}
        required
      />
      <TextField
        {...form.field('url')}
        type="url"
        label={t('operator.url')}
        dir="ltr"
        autoComplete="off"
        maxLength={500}
        required
      />
      <fieldset className={`${styles.ticks} ${styles.names}`}>
        <legend>{t('operator.events')}</legend>
        {publicEvents.map((event) => (
          <CheckboxField
            key={event}
            {...form.tick(event)}
            label={
              <bdi className={styles.code} translate="no">
                {event}
              </bdi>
            }
          />
        ))}
      </fieldset>
    </ProvenDialog>
  );
}
