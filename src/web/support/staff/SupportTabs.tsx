import { useText } from '#web/platform/i18n/i18n.tsx';
import { Go } from '#web/platform/navigation/navigation.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';

/** The screens of support beside one another. */
export function DeskTabs() {
  const t = useText();
  return (
    <Tabs label={t('chats.parts')}>
      <Go to="/chats">{t('chats.inbox')}</Go>
      <Go to="/chats/answers">{t('chats.answers')}</Go>
      <Go to="/chats/settings">{t('chats.settings')}</Go>
    </Tabs>
  );
}
