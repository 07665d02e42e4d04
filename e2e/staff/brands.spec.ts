import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { enter, passwordField } from '../support/entrance.ts';
import { inEveryAppearance } from '../support/appearances.ts';
import { findOverflow } from '../support/judge.ts';
import { agreeOnSetting, elsewhere } from '../support/office.ts';
import { test } from '../support/own-installation.ts';
import { demoPerson, newcomer, register, signIn, withoutGreeting } from '../support/people.ts';
import { settled } from '../support/settled.ts';
import { en } from '../support/texts.ts';

/** Several brands, in an installation that no other journey uses: by its number it is the first one, by its name the other. */
test.use({ viewport: { width: 1440, height: 900 } });

const font = resolve('node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2');
const footer = 'Nordlys AS is supervised in Norway.';

/** An administrator writes the brand, and asks another person to agree. */
async function requestBrand(page: Page, name: string): Promise<void> {
  await page.goto('/en/admin/settings');
  const title = en('settings.change_this', { name: en('settings.brands_others') });
  await page.getByRole('main').getByRole('button', { name: title }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: en('settings.add'), exact: true }).click();
  const box = (label: string) => dialog.getByRole('textbox', { name: label, exact: true });
  await box(en('settings.brand_name')).fill(name);
  await box(en('settings.brand_host')).fill('elsewhere.example.com');
  await box(en('settings.brand_color')).first().fill('#0b6e4f');
  await box(en('settings.brand_company')).fill('Nordlys AS\nOslo');
  for (const language of ['Français', 'Magyar', 'العربية'])
    await dialog.getByRole('checkbox', { name: language, exact: true }).uncheck();
  const file = dialog.getByRole('group', { name: en('settings.font_regular') }).locator('input[type=file]');
  await file.setInputFiles(resolve('package.json'));
  await expect(dialog.getByText(en('errors.settings_font_type'))).toBeVisible();
  await file.setInputFiles(font);
  const sample = dialog.getByText(en('settings.font_sample'));
  await expect(sample).toHaveCSS('font-family', /^"?Font /);
  const isSampled = () =>
    [...document.fonts].some(({ family, status }) => family.includes('Font ') && status === 'loaded');
  await expect.poll(() => page.evaluate(isSampled)).toBe(true);
  await dialog.getByRole('checkbox', { name: en('settings.brand_own_footer') }).check();
  await box(en('settings.brand_footer')).fill(footer);
  await dialog.getByRole('checkbox', { name: en('settings.brand_own_links') }).check();
  await dialog
    .getByRole('group', { name })
    .getByRole('button', { name: en('settings.add'), exact: true })
    .click();
  await box(en('settings.link_address')).fill('https://www.example.com/news');
  await box(en('settings.link_label')).fill('News from the north');
  expect([await inEveryAppearance(page), await findOverflow(page)]).toEqual([[], []]);
  await box(en('settings.reason')).fill('The northern business has a name of its own.');
  const propose = dialog.getByRole('button', { name: en('settings.propose'), exact: true });
  const prove = () => passwordField(page, en('profile.current_password')).last().fill(demoPerson('adam').password);
  await prove();
  await propose.click();
  await expect(dialog.getByText(en('errors.settings_brand_host'))).toBeVisible();
  await box(en('settings.brand_host')).fill('localhost');
  await prove();
  await propose.click();
  await expect(dialog).toBeHidden();
}

test('a second brand has its own host, look, languages and clients, once two people agree', async ({
  page,
  context,
  browser,
  installation: here,
}) => {
  const there = here.replace('127.0.0.1', 'localhost');
  await signIn(context, demoPerson('adam'));
  await withoutGreeting(context);
  await requestBrand(page, 'Nordlys');
  await agreeOnSetting(browser, 'brands.others');
  await page.reload();
  await expect(page.getByRole('main').getByText('localhost', { exact: true })).toBeVisible();
  await settled(page);
  expect([await inEveryAppearance(page), await findOverflow(page)]).toEqual([[], []]);

  const guest = await elsewhere(browser, there);
  await withoutGreeting(guest);
  const own = await guest.newPage();
  await own.goto('/en/register');
  await expect(own).toHaveTitle(/Nordlys/);
  await expect(own.getByRole('option', { name: 'Norsk' }).first()).toBeAttached();
  await expect(own.getByRole('option', { name: 'Magyar' })).toHaveCount(0);
  await expect(own.getByRole('contentinfo')).toContainText(footer);
  await expect(own.getByRole('link', { name: 'News from the north' })).toHaveAttribute('rel', /noreferrer/);
  const isDrawn = () => [...document.fonts].some(({ family, status }) => family === 'Brand' && status === 'loaded');
  await expect.poll(() => own.evaluate(isDrawn)).toBe(true);
  const client = await register(guest);
  await own.goto('/en/home');
  await expect(own.getByRole('banner').getByRole('link', { name: 'Nordlys' })).toBeVisible();

  // At the first brand the right password leads to the own one; a stranger learns nothing.
  const first = await elsewhere(browser, here);
  const lost = await first.newPage();
  await lost.goto('/en/login');
  await expect(lost).toHaveTitle(/Atrium/);
  await expect(lost.getByText(footer)).toHaveCount(0);
  await enter(lost, { ...client, password: newcomer().password.replace(/\w+$/, 'lanterns') });
  await expect(lost.getByText(en('errors.auth_credentials'))).toBeVisible();
  await enter(lost, client);
  await expect(lost.getByText(en('errors.auth_other_site', { address: there }))).toBeVisible();
  await first.close();
  await guest.close();
});
