import { longestViewName } from '#contract/lists/names.ts';
import { call } from '../../api/api.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useCallForm } from '../../forms/use-call-form.ts';
import { useText } from '../../i18n/i18n.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { showViews, type View } from './views-query.ts';

interface ViewDialogProps {
  list: string;
  query: string;
  /** Those that the person has. */
  views: readonly View[];
  /** The view that gets another name; without it, the list as it stands is saved as a new one. */
  renamed: View | undefined;
  onClose: () => void;
  onSaved: (id: string) => void;
}

/** Asks for the name of a view. */
export function ViewDialog({ list, query, views, renamed, onClose, onSaved }: ViewDialogProps) {
  const t = useText();
  const form = useCallForm({ name: renamed?.name ?? '' });
  const submit = form.submit(async ({ name }) => {
    if (renamed) {
      showViews(list, await call('POST /api/staff/list-views/change', { body: { view_id: renamed.id, name } }));
    } else {
      const saved = await call('POST /api/staff/list-views/save', { body: { list, name, query } });
      showViews(list, saved);
      // Another window may have saved views that this one does not know either.
      const added = saved.views.filter((view) => view.query === query && views.every(({ id }) => id !== view.id));
      if (added.length === 1 && added[0]) onSaved(added[0].id);
    }
    onClose();
  });
  return (
    <FormDialog
      title={t(renamed ? 'lists.rename' : 'lists.save')}
      confirmText={t('common.save')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={t('lists.name')} maxLength={longestViewName} required {...form.field('name')} />
    </FormDialog>
  );
}
