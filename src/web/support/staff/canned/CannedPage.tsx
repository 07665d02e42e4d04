import { useQuery } from '@tanstack/react-query';
import { Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { languageNames, languages, type Language } from '#contract/kernel/languages.ts';
import type { Canned } from '#contract/support/staff-endpoints.ts';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ListFilters } from '#web/platform/lists/ListFilters.tsx';
import { ResourceList } from '#web/platform/lists/ResourceList.tsx';
import { useAddressFilter } from '#web/platform/lists/use-address-filter.ts';
import { Button } from '#web/ui/Button.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useCannedColumns, type CannedRequest } from './canned-columns.tsx';
import { CannedDialog } from './CannedDialog.tsx';
import { cannedQuery } from '../inbox-queries.ts';
import { SupportTabs } from '../SupportTabs.tsx';
import { RemoveCannedDialog } from './RemoveCannedDialog.tsx';

const whole = { search: '', language: '' };
const choices = { language: languages };

/** The answers that support keeps ready, in each language. */
export function CannedPage() {
  const t = useText();
  const query = useQuery(cannedQuery);
  const { filter, narrow, settled, isNarrow } = useAddressFilter(whole, choices);
  const [confirming, setConfirming] = useState<CannedRequest | null>(null);
  const words = settled.search.toLowerCase();
  const matches = ({ shortcut, texts }: Canned) =>
    (settled.language === '' || Boolean(texts[settled.language as Language])) &&
    [shortcut, ...Object.values(texts)].some((text) => text.toLowerCase().includes(words));
  const field = (name: keyof typeof whole) => ({
    value: filter[name],
    onChange: ({ target }: { target: { value: string } }) => narrow({ ...filter, [name]: target.value }),
  });
  const actions = (
    <Button variant="primary" icon={<Plus {...icon} />} onClick={() => setConfirming({ what: 'write' })}>
      {t('chats.new_answer')}
    </Button>
  );
  const close = () => setConfirming(null);
  const { response } = confirming ?? {};
  return (
    <Page title={t('chats.answers')} intro={t('chats.answers_intro')} actions={actions}>
      <SupportTabs />
      <ResourceList
        list="canned"
        caption={t('chats.answers')}
        query={query}
        rows={({ replies }) => replies.filter(matches)}
        columns={useCannedColumns(setConfirming)}
        rowKey={({ shortcut }) => shortcut}
        save={() => download('GET /api/staff/support/canned/file', {})}
        filters={(end) => (
          <ListFilters
            label={t('chats.filter_answers')}
            search={
              <>
                <SelectField
                  label={t('chats.languages')}
                  placeholder={t('chats.every_language')}
                  options={languages.map((value) => ({ value, label: languageNames[value] }))}
                  {...field('language')}
                />
                <TextField
                  type="search"
                  label={t('chats.search_answers')}
                  placeholder={t('chats.search_answers')}
                  maxLength={80}
                  {...field('search')}
                />
              </>
            }
            end={end}
          />
        )}
        isNarrow={isNarrow}
        empty={
          isNarrow ? (
            <EmptyState icon={SearchX} title={t('lists.none_match')} text={t('chats.no_answer_matches')} />
          ) : (
            <EmptyState
              icon={<Drawing name="letter" />}
              title={t('chats.no_answers')}
              text={t('chats.answers_intro')}
            />
          )
        }
      />
      <CannedDialog
        key={`${response?.shortcut ?? ''} ${confirming?.what}`}
        open={confirming?.what === 'write'}
        response={response}
        onClose={close}
      />
      <RemoveCannedDialog shortcut={confirming?.what === 'remove' ? response?.shortcut : undefined} onClose={close} />
    </Page>
  );
}
