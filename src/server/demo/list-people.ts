import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { demoPassword, demoPeople } from './people.ts';

/** The demo people with their sign-in data and stories, for the sign-in page of a demo installation. */
export function listPeople(app: App, language: Language) {
  return demoPeople.map((person) => ({
    name: app.text(language, 'common.full_name', { first_name: person.firstName, second_name: person.secondName }),
    email: person.email,
    password: demoPassword,
    roles: person.roles,
    story: app.text(language, person.story),
  }));
}
