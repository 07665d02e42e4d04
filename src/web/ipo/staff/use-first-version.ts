import { useState } from 'react';
import type { DeskInfo } from './offering-queries.ts';

/**
 * The offering as it was when somebody began an act, however often it is looked at anew meanwhile: a colleague's change is
 * then refused by its version, and not written over unseen.
 */
export const useBegun = (info: DeskInfo): DeskInfo => useState(info)[0];
