import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';

/** The screens of support beside one another. */
export function SupportTabs() {
  const t = useText();
  return (
    <Tabs label={t('chats.parts')}>
      <Link to="/chats">{t('chats.inbox')}</Link>
      <Link to="/chats/answers">{t('chats.answers')}</Link>
      <Link to="/chats/settings">{t('chats.settings')}</Link>
    </Tabs>
  );
}
