import { z } from 'zod';
import { email, language, textByLanguage, uuid, writtenLine, writtenText } from '#contract/kernel/fields.ts';
import { brandLimits } from '../names.ts';
import { links } from './links.ts';
import type { SettingShape } from './setting-shape.ts';
import { widgets } from './widgets.ts';

const picture = uuid.nullable();

export const brandValues = {
  'brand.name': {
    shape: writtenLine.pipe(z.string().min(1, 'validation.required').max(40)),
    initial: 'Atrium',
  },
  'brand.color': {
    shape: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, 'settings.color'),
    initial: '#1f4fd8',
  },
  'brand.logo_light': { shape: picture, initial: null },
  'brand.logo_dark': { shape: picture, initial: null },
  'brand.company': { shape: writtenText.pipe(z.string().max(400)), initial: '' },
  'brand.support_email': { shape: email.nullable(), initial: null },
  'brand.language': { shape: language, initial: 'en' },
  'brand.footer': { shape: textByLanguage(writtenText.pipe(z.string().max(brandLimits.footer))), initial: {} },
  'brand.links': { shape: links, initial: [] },
  'brand.widgets': { shape: widgets, initial: [] },
} as const satisfies Record<string, SettingShape>;
