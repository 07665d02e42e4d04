import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { StaffClient } from '#contract/staff/clients.ts';
import { call } from '#web/platform/api/api.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { icon } from '#web/ui/icon.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './Client.module.css';

const refresh = () => queries.invalidateQueries({ queryKey: ['clients'] });

/** Tags of a client, by which the list finds them. */
export function ClientTags({ client: { id, tags } }: { client: Pick<StaffClient, 'id' | 'tags'> }) {
  const t = useText();
  const { run } = useAsyncAction();
  const [isAdding, setAdding] = useState(false);
  const remove = async (tag: string) => {
    await call('POST /api/staff/clients/tag/remove', { body: { client_id: id, tag } });
    await refresh();
  };
  return (
    <>
      {tags.length > 0 && (
        <ul className={flowStyles.centred} aria-label={t('staff.tags')}>
          {tags.map((tag) => (
            <li key={tag} className={styles.tag}>
              <bdi>{tag}</bdi>
              <button
                type="button"
                title={t('staff.tag_remove', { tag })}
                aria-label={t('staff.tag_remove', { tag })}
                onClick={() => run(() => remove(tag))}
              >
                <X {...icon} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button size="small" variant="quiet" icon={<Plus {...icon} />} onClick={() => setAdding(true)}>
        {t('staff.tag_add')}
      </Button>
      {isAdding && <AddTagDialog id={id} onClose={() => setAdding(false)} />}
    </>
  );
}

function AddTagDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText();
  const form = useCallForm({ tag: '' });
  const add = form.submit(async ({ tag }) => {
    await call('POST /api/staff/clients/tag', { body: { client_id: id, tag } });
    await refresh();
    onClose();
  });
  return (
    <FormDialog title={t('staff.tag_add')} confirmText={t('common.save')} form={form} onSubmit={add} onClose={onClose}>
      <TextField {...form.field('tag')} label={t('staff.tag')} maxLength={30} required />
    </FormDialog>
  );
}
