import { useInfiniteQuery } from '@tanstack/react-query';
import type { ClientNote } from '#contract/staff/client-lists.ts';
import { call } from '#web/platform/api/api.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Beside } from '#web/ui/layout/Beside.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { TabsEnd } from '#web/ui/layout/Tabs.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { TextAreaField } from '#web/ui/forms/TextAreaField.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from './Client.module.css';
import { partQuery } from './PartCard.tsx';

/** What staff noted of a client. A note stays as it was written. */
export function NotesCard({ id }: { id: string }) {
  const t = useText();
  const query = partQuery('notes', id, (body) => call('POST /api/staff/clients/notes', { body }));
  const list = useInfiniteQuery(query);
  const form = useCallForm({ text: '' });
  const add = form.submit(async ({ text }) => {
    await call('POST /api/staff/clients/note', { body: { client_id: id, text } });
    form.reset();
    await queries.invalidateQueries(query);
  });
  const save = () => download('GET /api/staff/clients/notes/file', { query: { client_id: id } });
  const writing = (
    <Card title={t('staff.note')} titled={false}>
      <form className={styles.note} noValidate onSubmit={add}>
        <FormErrors messages={form.messages} />
        <TextAreaField
          {...form.field('text')}
          label={t('staff.note')}
          hint={t('staff.note_hint')}
          rows={6}
          maxLength={2000}
          required
        />
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('staff.note_add')}
        </Button>
      </form>
    </Card>
  );
  return (
    <Beside aside={writing} asideFirst>
      <QueryCard query={list} title={t('staff.notes')} titled={false} skeleton={<SkeletonRows count={3} />}>
        {({ pages }) => {
          const notes = pages.flatMap(({ rows }) => rows);
          if (notes.length === 0)
            return (
              <EmptyState
                icon={<Drawing name="bench" />}
                title={t('staff.notes_none')}
                text={t('staff.notes_none_text')}
              />
            );
          return (
            <>
              <TabsEnd>
                <CsvButton small action={save} />
              </TabsEnd>
              <Notes notes={notes} />
              <MoreButton query={list} />
            </>
          );
        }}
      </QueryCard>
    </Beside>
  );
}

function Notes({ notes }: { notes: readonly ClientNote[] }) {
  return (
    <ul className={styles.notes}>
      {notes.map(({ id, author, text, at }) => (
        <li key={id}>
          <p className={textStyles.written}>
            <bdi>{text}</bdi>
          </p>
          <p className={textStyles.soft}>
            <bdi>{author}</bdi> · <DateTime at={at} as="brief" />
          </p>
        </li>
      ))}
    </ul>
  );
}
