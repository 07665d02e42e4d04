import { useLinkProps } from '@tanstack/react-router';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useText } from '../../i18n/i18n.tsx';
import type { ListView } from '../use-list-view.ts';
import styles from './ViewTabs.module.css';

/** The person’s views of a list, each a link to the list as it was saved; nothing while there are none. */
export function ViewTabs({ view: { views, current, searchOf } }: { view: ListView }) {
  const t = useText();
  if (views.length === 0) return null;
  return (
    <div className={styles.tabs}>
      <Tabs label={t('lists.views')}>
        <Tab isCurrent={!current} search={searchOf()}>
          {t('lists.standard')}
        </Tab>
        {views.map((view) => (
          <Tab key={view.id} isCurrent={view === current} search={searchOf(view)}>
            <bdi>{view.name}</bdi>
            {view.is_default && (
              <>
                <span aria-hidden> ★</span>
                <VisuallyHidden> {t('lists.default')}</VisuallyHidden>
              </>
            )}
          </Tab>
        ))}
      </Tabs>
    </div>
  );
}

interface TabProps {
  isCurrent: boolean;
  search: Record<string, unknown>;
  children: React.ReactNode;
}

/**
 * Says itself which view is shown. The router marks the link whose address is on its way, while the buttons beside it
 * still change the view before.
 */
function Tab({ isCurrent, search, children }: TabProps) {
  const link = useLinkProps({ to: '.', search, resetScroll: false });
  return (
    <a {...link} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  );
}
