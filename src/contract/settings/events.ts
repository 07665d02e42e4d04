import type { ProtectedKey } from './names.ts';

/** What happened, with what a listener needs to act. */
export interface SettingsEvents {
  /**
   * A change of a protected setting takes effect: by one administrator, or approved by another. Sent to each other one;
   * `by` is a name.
   */
  'settings.setting_changed': { staffId: string; setting: ProtectedKey; by: string; confirmedBy: string | null };
}
