import { useState } from 'react';
import type { StaffOfferingInfo } from './offering-queries.ts';

/**
 * The offering as it was when the person started an action, even after a refetch: a colleague's change is then refused
 * by its version, and not overwritten unseen.
 */
export const useFirstVersion = (info: StaffOfferingInfo): StaffOfferingInfo => useState(info)[0];
