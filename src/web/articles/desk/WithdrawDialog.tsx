import { useId } from 'react';
import type { DeskArticle } from '#contract/articles-desk.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useCallForm } from '#web/platform/use-call-form.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormErrors } from '#web/ui/FormErrors.tsx';
import { tookArticle } from './desk-queries.ts';

interface WithdrawDialogProps {
  open: boolean;
  article: DeskArticle;
  onClose: () => void;
}

/** Asks before an article is taken away from readers. */
export function WithdrawDialog({ open, article: { id }, onClose }: WithdrawDialogProps) {
  const t = useText();
  const formId = useId();
  const form = useCallForm({});
  const submit = form.submit(async () => {
    tookArticle(await call('POST /api/staff/articles/withdraw', { body: { id } }));
    onClose();
  });
  return (
    <Dialog
      open={open}
      title={t('articles.withdraw_title')}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={t('articles.withdraw')}
      confirmForm={formId}
      busy={form.busy}
      onClear={onClose}
    >
      <form id={formId} noValidate onSubmit={submit}>
        <FormErrors messages={form.messages} />
        <p>{t('articles.withdraw_text')}</p>
      </form>
    </Dialog>
  );
}
