import { X } from 'lucide-react';
import type { StaffClient } from '#contract/staff/clients.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './Client.module.css';

/** Tags of a client, by which the list finds them. */
export function TagsCard({ client: { id, tags } }: { client: StaffClient }) {
  const t = useText();
  const { run } = useAsyncAction();
  const form = useCallForm({ tag: '' });
  const refresh = () => queries.invalidateQueries({ queryKey: ['clients'] });
  const add = form.submit(async ({ tag }) => {
    await call('POST /api/staff/clients/tag', { body: { client_id: id, tag } });
    form.reset();
    await refresh();
  });
  const remove = async (tag: string) => {
    await call('POST /api/staff/clients/tag/remove', { body: { client_id: id, tag } });
    await refresh();
  };
  return (
    <Card title={t('staff.tags')}>
      {tags.length > 0 && (
        <ul className={flowStyles.centred}>
          {tags.map((tag) => (
            <li key={tag} className={flowStyles.centred}>
              <Badge>
                <bdi>{tag}</bdi>
              </Badge>
              <IconButton label={t('staff.tag_remove', { tag })} onClick={() => run(() => remove(tag))}>
                <X {...icon} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form className={styles.line} noValidate onSubmit={add}>
        <FormErrors messages={form.messages} />
        <TextField {...form.field('tag')} label={t('staff.tag')} maxLength={30} required />
        <Button type="submit" busy={form.busy}>
          {t('staff.tag_add')}
        </Button>
      </form>
    </Card>
  );
}
