import { MailServerFacts } from '../mail/MailServerFacts.tsx';
import { MailServerFields } from '../mail/MailServerFields.tsx';
import type { Kinds } from './kind.ts';

export const mailKinds: Kinds<'mail.server'> = {
  'mail.server': { Shown: MailServerFacts, Field: MailServerFields },
};
