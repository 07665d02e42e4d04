import type { SettingValues } from '#contract/settings/catalogue.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { windowConfig } from '#web/platform/window-config.ts';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { useEncryptionName } from './EmailServerFields.tsx';

/** The configured email server. Of its password there is a mark, which changes with the password. */
export function EmailServerFacts({ value }: { value: SettingValues['email.server'] }) {
  const t = useText();
  const nameOf = useEncryptionName();
  if (value === null) return <p>{t(windowConfig.demo ? 'settings.email_demo' : 'settings.email_without')}</p>;
  const { host, port, encryption, user, password, sender_name, sender_address } = value;
  const facts = [
    { term: t('settings.email_server'), details: <bdi dir="ltr">{`${host}:${port}`}</bdi> },
    { term: t('settings.email_encryption'), details: nameOf(encryption) },
    ...(user ? [{ term: t('settings.email_user'), details: <bdi dir="ltr">{user}</bdi> }] : []),
    ...(password
      ? [
          {
            term: t('settings.email_password'),
            details: t('settings.email_password_mark', { mark: password.slice(-6) }),
          },
        ]
      : []),
    { term: t('settings.email_sender'), details: <bdi>{`${sender_name} <${sender_address}>`}</bdi> },
  ];
  return <DescriptionList items={facts} />;
}
