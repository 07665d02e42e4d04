import type { HouseValues } from '#contract/settings-catalogue.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { windowConfig } from '#web/platform/window-config.ts';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { useEncryptionName } from './EmailServerFields.tsx';

/** The mail server as it is set. Of its password there is a mark, which is another when the password is. */
export function MailServerFacts({ value }: { value: HouseValues['mail.server'] }) {
  const t = useText();
  const nameOf = useEncryptionName();
  if (value === null) return <p>{t(windowConfig.demo ? 'house.mail_demo' : 'house.mail_without')}</p>;
  const { host, port, encryption, user, password, sender_name, sender_address } = value;
  const facts = [
    { term: t('house.mail_server'), details: <bdi dir="ltr">{`${host}:${port}`}</bdi> },
    { term: t('house.mail_encryption'), details: nameOf(encryption) },
    ...(user ? [{ term: t('house.mail_user'), details: <bdi dir="ltr">{user}</bdi> }] : []),
    ...(password
      ? [{ term: t('house.mail_password'), details: t('house.mail_password_mark', { mark: password.slice(-6) }) }]
      : []),
    { term: t('house.mail_sender'), details: <bdi>{`${sender_name} <${sender_address}>`}</bdi> },
  ];
  return <DescriptionList items={facts} />;
}
