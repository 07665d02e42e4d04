import { useInfiniteQuery } from '@tanstack/react-query';
import { Settings } from 'lucide-react';
import { useState } from 'react';
import { notificationGroups } from '#contract/notifications/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { NoMatch } from '#web/platform/lists/NoMatch.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { MarkAllButton } from './MarkAllButton.tsx';
import { notificationsQuery, type NotificationFilter } from './notification-queries.ts';
import { NotificationList } from './NotificationList.tsx';

const everything: NotificationFilter = { group: '', unread: false };

/** All notifications of a person, as long as they are stored. */
export function NotificationsPage() {
  const t = useText();
  const [filter, setFilter] = useState(everything);
  const query = useInfiniteQuery(notificationsQuery(useLanguage(), filter));
  const isNarrowed = filter.group !== '' || filter.unread;
  const hasSome = isNarrowed || query.data?.pages[0]?.notifications.length !== 0;
  const settings = (
    <Link to="/settings/notifications" className={buttonClass()}>
      <Settings {...icon} />
      {t('notifications.settings')}
    </Link>
  );
  return (
    <Page
      title={t('notifications.title')}
      // One sentence stands in the middle of the screen, a list is narrow enough to read.
      narrow={hasSome}
      actions={
        hasSome && (
          <>
            <MarkAllButton group={filter.group} />
            {settings}
          </>
        )
      }
    >
      <QueryCard
        query={query}
        flush
        skeleton={<SkeletonRows count={6} />}
        above={hasSome && <NotificationFilters filter={filter} onChange={setFilter} />}
      >
        {({ pages }) => {
          const notifications = pages.flatMap((page) => page.notifications);
          if (notifications.length > 0) {
            return (
              <div aria-busy={query.isPlaceholderData}>
                <NotificationList notifications={notifications} />
                <MoreButton query={query} />
              </div>
            );
          }
          if (isNarrowed) return <NoMatch onClear={() => setFilter(everything)} />;
          return (
            <EmptyState
              icon={<Drawing name="letter" />}
              title={t('notifications.none_title')}
              text={t('notifications.none_text')}
              action={settings}
            />
          );
        }}
      </QueryCard>
    </Page>
  );
}

interface NotificationFiltersProps {
  filter: NotificationFilter;
  onChange: (filter: NotificationFilter) => void;
}

function NotificationFilters({ filter, onChange }: NotificationFiltersProps) {
  const t = useText();
  return (
    <Filters label={t('notifications.filter')} above brief>
      <SelectField
        label={t('notifications.group')}
        placeholder={t('notifications.every_group')}
        options={notificationGroups.map((value) => ({ value, label: t(`notifications.group_${value}`) }))}
        value={filter.group}
        onChange={({ target }) => onChange({ ...filter, group: target.value as NotificationFilter['group'] })}
      />
      <SelectField
        label={t('notifications.state')}
        options={[
          { value: '', label: t('notifications.read_and_unread') },
          { value: 'unread', label: t('notifications.only_unread') },
        ]}
        value={filter.unread ? 'unread' : ''}
        onChange={({ target }) => onChange({ ...filter, unread: target.value === 'unread' })}
      />
    </Filters>
  );
}
