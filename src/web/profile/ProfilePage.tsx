import { useText } from '#web/platform/i18n/i18n.tsx';
import { LanguageField } from '#web/platform/i18n/LanguageField.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { Beside } from '#web/ui/layout/Beside.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { IdentityCard } from './IdentityCard.tsx';
import { ManagerCard } from './ManagerCard.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SettingsFrame } from './SettingsFrame.tsx';

/** Who the client is, and what they may change about it. */
export function ProfilePage() {
  const t = useText();
  const user = useSignedIn();
  return (
    <SettingsFrame>
      <IdentityCard user={user} />
      <Beside
        aside={
          <>
            <Card>
              <LanguageField hint={t('profile.language_hint')} />
            </Card>
            <ManagerCard user={user} />
          </>
        }
      >
        <Card title={t('profile.personal_data')}>
          <ProfileForm key={user.id} user={user} />
        </Card>
      </Beside>
    </SettingsFrame>
  );
}
