import { EmailServerFacts } from '../email/EmailServerFacts.tsx';
import { EmailServerFields } from '../email/EmailServerFields.tsx';
import type { Kinds } from './kind.ts';

export const emailSettingKinds: Kinds<'email.server'> = {
  'email.server': { Shown: EmailServerFacts, Field: EmailServerFields },
};
