import type { Locator, Page } from '@playwright/test';

/**
 * Types a date (`2026-03-02`), a time (`09:30`) or both (`2026-03-02T09:30`) into the segments of an English page: day
 * before month, and no blanks, since a full segment hands on to the next.
 */
export async function typeDate(within: Page | Locator, label: string, value: string): Promise<void> {
  const [, day = '', time = ''] = /^(\d{4}-\d{2}-\d{2})?T?(\d{2}:\d{2})?$/.exec(value) ?? [];
  const digits = `${day.split('-').toReversed().join('')}${time.replace(':', '')}`;
  const field = within.getByRole('group', { name: label, exact: true });
  await field.getByRole('spinbutton').first().pressSequentially(digits);
}
