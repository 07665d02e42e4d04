import { useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { fieldsClass } from '../Entrance.tsx';
import { EmailSent } from './EmailSent.tsx';

interface EmailRequestFormProps {
  submitText: string;
  /** The sentence is the same whether or not the address is known. */
  sentText: (email: string) => string;
  send: (email: string) => Promise<unknown>;
}

/** Asks for an address and sends a link to it. */
export function EmailRequestForm({ submitText, sentText, send }: EmailRequestFormProps) {
  const t = useText();
  const [sentTo, setSentTo] = useState<string>();
  const form = useCallForm({ email: '' });
  const request = form.submit(async ({ email }) => {
    await send(email);
    setSentTo(email.trim());
  });
  if (sentTo !== undefined) return <EmailSent text={sentText(sentTo)} again={() => send(sentTo)} />;
  return (
    <form className={fieldsClass} noValidate onSubmit={request}>
      <FormErrors messages={form.messages} />
      <TextField
        {...form.field('email')}
        type="email"
        label={t('auth.email')}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        required
      />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        {submitText}
      </Button>
    </form>
  );
}
