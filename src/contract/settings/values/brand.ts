import { email, language } from '#contract/kernel/fields.ts';
import { links } from './links.ts';
import { brandColor, brandCompany, brandFont, brandFooter, brandName, brandPicture } from './other-brands.ts';
import type { SettingShape } from './setting-shape.ts';
import { widgets } from './widgets.ts';

export const brandValues = {
  'brand.name': { shape: brandName, initial: 'Atrium' },
  'brand.color': { shape: brandColor, initial: '#1f4fd8' },
  'brand.logo_light': { shape: brandPicture, initial: null },
  'brand.logo_dark': { shape: brandPicture, initial: null },
  'brand.font': { shape: brandFont, initial: null },
  'brand.company': { shape: brandCompany, initial: '' },
  'brand.support_email': { shape: email.nullable(), initial: null },
  'brand.language': { shape: language, initial: 'en' },
  'brand.footer': { shape: brandFooter, initial: {} },
  'brand.links': { shape: links, initial: [] },
  'brand.widgets': { shape: widgets, initial: [] },
} as const satisfies Record<string, SettingShape>;
