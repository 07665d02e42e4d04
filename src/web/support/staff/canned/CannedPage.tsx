import { useQuery } from '@tanstack/react-query';
import { MessageSquareQuote, Plus, SearchX } from 'lucide-react';
import { useState } from 'react';
import { languageNames, languages } from '#contract/kernel/languages.ts';
import type { Canned } from '#contract/support/staff-endpoints.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { filled, inLanguage } from './canned-text.ts';
import { CannedDialog } from './CannedDialog.tsx';
import { cannedQuery } from '../inbox-queries.ts';
import { SupportTabs } from '../SupportTabs.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import styles from '../SupportStaff.module.css';
import { RemoveCannedDialog } from './RemoveCannedDialog.tsx';
import { useSampleNames } from './use-sample-names.ts';

type Input = { what: 'write' | 'remove'; response?: Canned };

/** The answers that support keeps ready, in each language. */
export function CannedPage() {
  const t = useText();
  const query = useQuery(cannedQuery);
  const [search, setSearch] = useState('');
  const [confirming, setConfirming] = useState<Input | null>(null);
  const words = search.trim().toLowerCase();
  const matches = ({ shortcut, texts }: Canned) =>
    [shortcut, ...Object.values(texts)].some((text) => text.toLowerCase().includes(words));
  const actions = (
    <>
      <CsvButton action={() => download('GET /api/staff/support/canned/file', {})} />
      <Button variant="primary" icon={<Plus {...icon} />} onClick={() => setConfirming({ what: 'write' })}>
        {t('chats.new_answer')}
      </Button>
    </>
  );
  const close = () => setConfirming(null);
  const { response } = confirming ?? {};
  return (
    <Page title={t('chats.answers')} intro={t('chats.answers_intro')} actions={actions}>
      <SupportTabs />
      <QueryCard
        query={query}
        flush
        skeleton={<SkeletonRows count={4} />}
        above={
          <Filters label={t('chats.filter_answers')} above>
            <TextField
              type="search"
              label={t('chats.search_answers')}
              value={search}
              maxLength={80}
              onChange={({ target }) => setSearch(target.value)}
            />
          </Filters>
        }
      >
        {({ replies }) => {
          const shown = replies.filter(matches);
          if (shown.length > 0) return <ReplyTable replies={shown} onRequest={setConfirming} />;
          if (replies.length > 0)
            return (
              <EmptyState icon={SearchX} title={t('chats.none_match_title')} text={t('chats.no_answer_matches')} />
            );
          return <EmptyState icon={MessageSquareQuote} title={t('chats.no_answers')} text={t('chats.answers_intro')} />;
        }}
      </QueryCard>
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

function ReplyTable({ replies, onRequest }: { replies: readonly Canned[]; onRequest: (confirming: Input) => void }) {
  const t = useText();
  const language = useLanguage();
  const names = useSampleNames();
  return (
    <DataTable
      caption={t('chats.answers')}
      rows={replies}
      rowKey={({ shortcut }) => shortcut}
      columns={[
        { key: 'shortcut', header: t('chats.shortcut'), cell: ({ shortcut }) => <bdi>/{shortcut}</bdi> },
        {
          key: 'text',
          header: t('chats.answer'),
          cell: ({ texts }) => (
            <p className={styles.clipped} dir="auto">
              {filled(inLanguage(texts, language), names)}
            </p>
          ),
        },
        {
          key: 'languages',
          header: t('chats.languages'),
          cell: ({ texts }) => (
            <span className={flowStyles.row4}>
              {languages
                .filter((each) => texts[each])
                .map((each) => (
                  <Badge key={each}>
                    <abbr title={languageNames[each]}>{each}</abbr>
                  </Badge>
                ))}
            </span>
          ),
        },
        {
          key: 'changed',
          header: t('chats.changed'),
          cell: ({ by, at }) => (
            <span className={textStyles.soft}>
              {by && (
                <>
                  <bdi>{by}</bdi>
                  {' · '}
                </>
              )}
              <RelativeTime at={at} />
            </span>
          ),
        },
        {
          key: 'acts',
          header: t('chats.actions'),
          cell: (response) => (
            <span className={flowStyles.row4}>
              <Button
                size="small"
                aria-label={t('chats.change_named', { name: response.shortcut })}
                onClick={() => onRequest({ what: 'write', response })}
              >
                {t('chats.change')}
              </Button>
              <Button
                size="small"
                variant="quiet"
                aria-label={t('chats.remove_named', { name: response.shortcut })}
                onClick={() => onRequest({ what: 'remove', response })}
              >
                {t('chats.remove')}
              </Button>
            </span>
          ),
        },
      ]}
    />
  );
}
