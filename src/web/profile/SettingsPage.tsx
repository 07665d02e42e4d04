import { LegalCard } from '#web/legal/LegalCard.tsx';
import { ActivityCard } from './ActivityCard.tsx';
import { ClosureCard } from './closure/ClosureCard.tsx';
import { DataCard } from './own-data/DataCard.tsx';
import { DisplayCard } from './display/DisplayCard.tsx';
import { FactorCard } from './factor/FactorCard.tsx';
import { AccessLogCard } from './AccessLogCard.tsx';
import { PasskeysCard } from './passkeys/PasskeysCard.tsx';
import { PinCard } from '#web/support/pin/PinCard.tsx';
import { SessionsCard } from './sessions/SessionsCard.tsx';
import { SignInCard } from './SignInCard.tsx';
import { SettingsFrame } from './SettingsFrame.tsx';

/** How one signs in and from where, and how the pages look. */
export function SettingsPage() {
  return (
    <SettingsFrame>
      <FactorCard leads />
      <SignInCard />
      <PasskeysCard />
      <SessionsCard />
      <PinCard />
      <ActivityCard />
      <AccessLogCard />
      <DisplayCard />
      <LegalCard />
      <DataCard />
      <ClosureCard />
    </SettingsFrame>
  );
}
