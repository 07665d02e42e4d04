import { languages } from '#contract/kernel/languages.ts';
import type { Canned } from '#contract/support/staff-endpoints.ts';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { LanguageCount } from '#web/platform/i18n/LanguageCount.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { Menu } from '#web/ui/Menu.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from '../SupportStaff.module.css';
import { filled, inLanguage } from './canned-text.ts';
import { useSampleNames } from './use-sample-names.ts';

export type CannedRequest = { what: 'write' | 'remove'; response?: Canned };

/** The answers that are kept ready, with what can be done with each. */
export function useCannedColumns(onRequest: (request: CannedRequest) => void): Column<Canned>[] {
  const t = useText();
  const language = useLanguage();
  const names = useSampleNames();
  return [
    { key: 'shortcut', header: t('chats.shortcut'), leads: true, cell: ({ shortcut }) => <bdi>/{shortcut}</bdi> },
    {
      key: 'text',
      header: t('chats.answer'),
      bare: true,
      cell: ({ texts }) => (
        <p className={styles.clipped} dir="auto">
          {filled(inLanguage(texts, language), names)}
        </p>
      ),
    },
    {
      key: 'languages',
      header: t('chats.languages'),
      wide: true,
      cell: ({ texts }) => <LanguageCount count={languages.filter((each) => texts[each]).length} />,
    },
    {
      key: 'changed',
      header: t('chats.changed'),
      wide: true,
      width: '8rem',
      cell: ({ by, at }) => (
        <div className={textStyles.soft}>
          {by && (
            <p>
              <bdi>{by}</bdi>
            </p>
          )}
          <RelativeTime at={at} />
        </div>
      ),
    },
    {
      key: 'acts',
      header: t('chats.actions'),
      acts: true,
      cell: (response) => (
        <Menu
          label={t('lists.acts_on', { name: `/${response.shortcut}` })}
          acts={[
            { label: t('chats.change'), onChoose: () => onRequest({ what: 'write', response }) },
            { label: t('chats.remove'), danger: true, onChoose: () => onRequest({ what: 'remove', response }) },
          ]}
        />
      ),
    },
  ];
}
