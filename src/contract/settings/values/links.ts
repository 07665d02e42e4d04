import { z } from 'zod';
import { textByLanguage, uuid, writtenLine } from '#contract/kernel/fields.ts';
import { brandLimits } from '../names.ts';

/** A site by its name, with https; what could be read as a user name or a password before the name has no place here. */
const httpsAddress = /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?(?:[/?#][^\s\\]*)?$/i;

const link = z.strictObject({
  id: uuid,
  label: textByLanguage(writtenLine.pipe(z.string().max(brandLimits.linkLabel))).refine(
    (label) => Object.keys(label).length > 0,
    'settings.link',
  ),
  address: z.string().trim().max(500, 'settings.link').regex(httpsAddress, 'settings.link'),
});
export type BrandLink = z.output<typeof link>;

/** Links of the operator's to other websites. */
export const links = z
  .array(link, 'validation.type')
  .max(brandLimits.links, 'validation.type')
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'validation.type');
