import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useIdempotentCall } from '#web/platform/api/idempotency-key.ts';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { DateField } from '#web/platform/forms/dates/DateField.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { formOf, type ActionField, type DialogAction } from './forms.ts';
import { showStaffOffering, type StaffOfferingInfo } from '../offering-queries.ts';
import { fromLocalTime, toLocalTime } from '#web/platform/i18n/local-time.ts';
import { PreviewLines } from '../PreviewLines.tsx';
import { useFirstVersion } from '../use-first-version.ts';

interface ActionDialogProps {
  action: DialogAction;
  info: StaffOfferingInfo;
  onClose: () => void;
}

const typingDelayMs = 400;

/** Asks for the input of an action, says whom it touches, and does it once. */
export function ActionDialog({ action, info: latest, onClose }: ActionDialogProps) {
  const info = useFirstVersion(latest);
  const t = useText();
  const sendOnce = useIdempotentCall();
  const now = useNow();
  const { send, fields, preview, proposes } = formOf(action);
  const { terms, stock_id, version } = info;
  const has = (field: ActionField) => fields.includes(field);
  // A book does not go back: what it has passed stays as it was.
  const needsOpeningTime = info.postponed_from === 'announced';
  const needsClosingTime = info.postponed_from !== 'closed';
  const form = useCallForm({
    price: '',
    // A direct offering has no other price than its own.
    first_price: info.final_price ?? terms.price_low,
    url: '',
    note: '',
    opens_at: toLocalTime(terms.opens_at),
    closes_at: toLocalTime(terms.closes_at),
    listed_at: toLocalTime(has('listed_at') ? now.toISOString() : terms.listed_at),
  });
  const { values } = form;
  const price = useDebounced((has('first_price') ? values.first_price : values.price).trim(), typingDelayMs);
  const isPriced = has('price') || has('first_price');
  const submit = form.submit(async () => {
    const input = {
      seen: { stock_id, version },
      price: values.price,
      first_price: values.first_price,
      url: values.url,
      note: values.note || undefined,
      opens_at: needsOpeningTime ? (fromLocalTime(values.opens_at) ?? '') : terms.opens_at,
      closes_at: needsClosingTime ? (fromLocalTime(values.closes_at) ?? '') : terms.closes_at,
      listed_at: fromLocalTime(values.listed_at),
    };
    const response = await sendOnce((idempotencyKey) => send(input, { idempotencyKey }));
    onClose();
    showStaffOffering(response);
    toast({ text: t(proposes ? 'offerings.proposed' : 'offerings.done') });
  });
  const time = (name: 'opens_at' | 'closes_at' | 'listed_at', required: boolean) => (
    <DateField {...form.field(name)} time label={t(`offerings.field_${name}`)} required={required} />
  );
  return (
    <FormDialog
      title={t(`offerings.action_${action}`)}
      confirmText={t(`offerings.action_${action}`)}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t(`offerings.action_${action}_text`)}</p>
      {has('price') && <PriceField field={form.field('price')} currency={terms.currency} name="price" />}
      {has('listed_at') && time('listed_at', true)}
      {has('first_price') && (
        <PriceField field={form.field('first_price')} currency={terms.currency} name="first_price" />
      )}
      {has('times') && (
        <>
          {needsOpeningTime && time('opens_at', true)}
          {needsClosingTime && time('closes_at', true)}
          {time('listed_at', false)}
        </>
      )}
      {has('url') && (
        <TextField
          {...form.field('url')}
          type="url"
          dir="ltr"
          label={t('offerings.field_url')}
          maxLength={500}
          required
        />
      )}
      {(has('note') || has('note_needed') || has('supplement_note')) && (
        <TextAreaField
          {...form.field('note')}
          label={t(has('supplement_note') ? 'offerings.supplement_note' : 'offerings.note')}
          hint={has('supplement_note') ? undefined : t('offerings.note_hint')}
          rows={3}
          maxLength={has('supplement_note') ? 1000 : 500}
          required={!has('note')}
        />
      )}
      {preview && <PreviewLines stockId={stock_id} action={preview} price={isPriced ? price : undefined} />}
    </FormDialog>
  );
}

interface PriceFieldProps {
  field: { name: string; value: string; error?: string | undefined };
  currency: string;
  name: 'price' | 'first_price';
}

function PriceField({ field, currency, name }: PriceFieldProps) {
  const t = useText();
  return (
    <TextField
      {...field}
      label={t(`offerings.field_${name}`, { currency })}
      inputMode="decimal"
      dir="ltr"
      maxLength={24}
      required
    />
  );
}
