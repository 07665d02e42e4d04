import { expect, type BrowserContext, type Page } from '@playwright/test';
import { call } from '../support/api.ts';
import { productNow } from '../support/clock.ts';
import { typeDate } from '../support/dates.ts';
import { emailedLink } from '../support/mailbox.ts';
import { setLevel } from '../support/office.ts';
import { demoPerson, register, signIn, withoutGreeting } from '../support/people.ts';
import { someAddress, test } from '../support/test.ts';
import { en } from '../support/texts.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const main = (page: Page) => page.getByRole('main');
const identity = (page: Page) => page.locator('#identity');

/** A picture that any browser draws, with a dot of its own so that no two are the same file. */
const picture = (page: Page, tint: number) =>
  page.evaluate((hue) => {
    const canvas = document.createElement('canvas');
    canvas.width = 400;
    canvas.height = 260;
    const pen = canvas.getContext('2d');
    if (pen) {
      pen.fillStyle = `hsl(${hue} 60% 70%)`;
      pen.fillRect(0, 0, 400, 260);
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  }, tint);

/** Fills in a passport, in the step that is unfolded because it is the next one, and sends it. */
async function sendPassport(page: Page, tint: number): Promise<void> {
  await identity(page).getByLabel(en('verification.number')).fill('C01X00T47');
  await typeDate(identity(page), en('verification.expires_on'), '2033-01-31');
  const buffer = Buffer.from(await picture(page, tint), 'base64');
  await identity(page)
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'passport.png', mimeType: 'image/png', buffer });
  await expect(identity(page).getByText(en('common.upload_done'))).toBeVisible();
  await expect(identity(page).getByRole('img', { name: en('verification.page', { number: 1 }) })).toBeVisible();
  await identity(page)
    .getByRole('button', { name: en('verification.send') })
    .click();
  await expect(identity(page).getByText(en('verification.state_pending')).first()).toBeVisible();
}

/** Sends a bill of yesterday as proof of the address. */
async function sendBill(page: Page): Promise<void> {
  const now = await productNow(page.context());
  const residence = page.locator('#residence');
  const yesterday = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
  await typeDate(residence, en('verification.issued_on'), yesterday);
  const buffer = Buffer.from(await picture(page, 100), 'base64');
  await residence
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'bill.png', mimeType: 'image/png', buffer });
  await expect(residence.getByText(en('common.upload_done'))).toBeVisible();
  await residence.getByRole('button', { name: en('verification.send') }).click();
  await expect(residence.getByText(en('verification.state_pending')).first()).toBeVisible();
}

/** What level 2 takes, without pages: a confirmed address, declarations and a call. */
async function becomeKnown(context: BrowserContext, email: string, office: BrowserContext, clientId: string) {
  const link = await emailedLink('/email/verify/', context, email);
  await call(context, 'POST /api/email/verify', { body: { token: link.slice(link.lastIndexOf('/') + 1) } });
  await call(context, 'POST /api/verification/person', {
    body: {
      first_name: 'Ida',
      second_name: 'Berg',
      birth_on: '1990-05-17',
      nationality: 'DE',
      phone: '+4930901820',
      address: 'Lindenallee 12, 10115 Berlin',
    },
  });
  await call(context, 'POST /api/verification/profile', {
    body: {
      employment: 'employed',
      income: 'band_1',
      savings: 'band_1',
      source: 'salary',
      deposits: 'band_0',
      public_office: 'no',
    },
  });
  const request = () => ({ client_id: clientId, request_id: crypto.randomUUID() });
  const { facts_version } = await call(office, 'POST /api/staff/verification/assign', { body: request() });
  await call(office, 'POST /api/staff/verification/phone', {
    body: { ...request(), facts_version, how: 'Called back.' },
  });
}

test('a refused document is sent again, approved, and seen without reloading', async ({ page, context, browser }) => {
  const office = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': someAddress() } });
  const person = await register(context);
  await withoutGreeting(context);
  await signIn(office, demoPerson('viktor'));
  await withoutGreeting(office);
  const me = await call(context, 'POST /api/client-info', { body: {} });
  if (!('id' in me)) throw new Error('nobody is signed in');
  const { id } = me;
  await becomeKnown(context, person.email, office, id);

  const staff = await office.newPage();
  const takeAgain = async () => {
    await call(office, 'POST /api/staff/verification/assign', {
      body: { client_id: id, request_id: crypto.randomUUID() },
    });
    await staff.reload();
  };
  await page.goto('/en/settings/verification');
  await expect(main(page).getByText(en('verification.next_identity'))).toBeVisible();
  await sendPassport(page, 20);
  // The next step is unfolded, and what was sent says by when it is decided.
  await expect(main(page).getByText(en('verification.next_residence'))).toBeVisible();
  await expect(page.locator('#residence').getByRole('group', { name: en('verification.issued_on') })).toBeVisible();
  await expect(identity(page).getByText(/^We’ll decide by/)).toBeVisible();

  await staff.setViewportSize({ width: 1440, height: 900 });
  await staff.goto('/en/admin/verification');
  // By key: other cases come and go above it.
  await staff.locator(`a[href$="${id}"]`).press('Enter');
  await main(staff)
    .getByRole('button', { name: en('verification.action_take') })
    .click();
  await main(staff)
    .getByRole('button', { name: en('verification.open_pages', { count: 1 }) })
    .click();
  await expect(main(staff).getByRole('img', { name: en('verification.page', { number: 1 }) })).toBeVisible();
  await main(staff).getByText(en('verification.refuse'), { exact: true }).click();
  await main(staff).getByLabel(en('verification.reason_unreadable')).check();
  await main(staff)
    .getByRole('button', { name: en('verification.refuse_now') })
    .click();

  await expect(identity(page).getByText(en('verification.advice_unreadable'), { exact: false })).toBeVisible();
  await expect(main(page).getByText('Viktor', { exact: false }).first()).toBeVisible();
  await sendPassport(page, 200);

  await takeAgain();
  await main(staff)
    .getByRole('button', { name: en('verification.approve_now') })
    .click();
  await expect(identity(page).getByText(en('verification.state_approved')).first()).toBeVisible();

  await sendBill(page);
  await takeAgain();
  await expect(main(page).getByText(en('verification.level_reached'))).toHaveCount(3);
  await main(staff)
    .getByRole('button', { name: en('verification.approve_now') })
    .click();
  await expect(main(page).getByText(en('verification.level_reached'))).toHaveCount(4);
  await office.close();
});

test('a level that staff have set locks what the client has given, and leaves open what they have not', async ({
  page,
  context,
  browser,
}) => {
  const { email } = await register(context);
  await setLevel(browser, email);
  await withoutGreeting(context);
  await page.goto('/en/settings/verification');
  const person = main(page).getByRole('button', { name: en('verification.need_person') });
  const rest = main(page)
    .getByRole('button', { name: en('verification.optional') })
    .first();
  await expect(rest).toBeVisible();
  await expect(person).toBeHidden();
  await rest.click();
  await person.click();
  await expect(main(page).getByText(en('verification.name_is_locked'))).toBeVisible();
  await expect(main(page).getByLabel(en('verification.first_name'))).toBeDisabled();
  await typeDate(main(page), en('verification.birth_on'), '1988-02-29');
  await expect(main(page).getByLabel(en('verification.nationality'))).toBeEnabled();
});

test('the economic profile asks one question at a time, and keeps the answers', async ({ page, context }) => {
  const person = await register(context);
  await withoutGreeting(context);
  const link = await emailedLink('/email/verify/', context, person.email);
  await call(context, 'POST /api/email/verify', { body: { token: link.slice(link.lastIndexOf('/') + 1) } });
  await page.goto('/en/settings/verification');
  await expect(main(page).getByText(en('verification.next_person'), { exact: true })).toBeVisible();
  const profile = page.locator('#profile');
  await main(page)
    .getByRole('button', { name: en('verification.need_profile') })
    .click();
  for (const answer of [
    'Employment',
    'Below $20,000.00',
    'Above $150,000.00',
    'Salary or pension',
    'Below $20,000.00',
  ]) {
    await profile.getByLabel(answer, { exact: true }).check();
    await profile.getByRole('button', { name: en('verification.next_question') }).click();
  }
  await profile.getByRole('button', { name: en('verification.previous_question') }).click();
  await expect(profile.getByLabel('Below $20,000.00', { exact: true })).toBeChecked();
  await profile.getByRole('button', { name: en('verification.next_question') }).click();
  await profile.getByLabel('No', { exact: true }).check();
  await profile.getByRole('button', { name: en('common.save') }).click();
  await expect(profile.getByText(en('verification.completed_on', { day: '' }).trim())).toBeVisible();
});
