import { MailServerFacts } from '../email/EmailServerFacts.tsx';
import { MailServerFields } from '../email/EmailServerFields.tsx';
import type { Kinds } from './kind.ts';

export const mailKinds: Kinds<'mail.server'> = {
  'mail.server': { Shown: MailServerFacts, Field: MailServerFields },
};
