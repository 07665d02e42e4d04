import type { StaffArticle } from '#contract/articles/staff-endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { tookArticle } from '../article-queries.ts';

interface WithdrawDialogProps {
  open: boolean;
  article: StaffArticle;
  onClose: () => void;
}

/** Asks before an article is taken away from readers. */
export function WithdrawDialog({ open, article: { id }, onClose }: WithdrawDialogProps) {
  const t = useText();
  const form = useCallForm({});
  const submit = form.submit(async () => {
    tookArticle(await call('POST /api/staff/articles/withdraw', { body: { id } }));
    onClose();
  });
  return (
    <FormDialog
      open={open}
      title={t('articles.withdraw_title')}
      confirmText={t('articles.withdraw')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('articles.withdraw_text')}</p>
    </FormDialog>
  );
}
