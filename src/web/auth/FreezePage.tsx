import { useParams } from '@tanstack/react-router';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { forgetSession, useUser } from '#web/platform/session.ts';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { useState } from 'react';
import { Entrance, fieldsClass } from './Entrance.tsx';

/** Where the link of a security letter leads. Nothing is frozen by opening it, for mail programs look ahead. */
export function FreezePage() {
  const t = useText();
  const { token = '' } = useParams({ strict: false });
  const user = useUser();
  const [isDone, setIsDone] = useState(false);
  const form = useCallForm({});
  const freeze = form.submit(async () => {
    await call('POST /api/freeze', { body: { token } });
    setIsDone(true);
    if (user) forgetSession();
  });
  return (
    <Entrance title={t('auth.freeze_title')} intro={!isDone && t('auth.freeze_text')}>
      {isDone ? (
        <>
          <Alert tone="positive" role="status">
            <p>{t('auth.freeze_done')}</p>
          </Alert>
          <Go to="/password/reset" className={buttonClass({ variant: 'primary', wide: true })}>
            {t('auth.reset_title')}
          </Go>
        </>
      ) : (
        <form className={fieldsClass} noValidate onSubmit={freeze}>
          <FormErrors messages={form.messages} />
          <Button type="submit" variant="danger" wide busy={form.busy}>
            {t('auth.freeze_submit')}
          </Button>
        </form>
      )}
    </Entrance>
  );
}
