/** Why staff turn a second factor off that its owner can no longer use. */
export const factorResetReasons = ['device_lost', 'device_changed', 'device_stolen', 'set_by_stranger'] as const;

export type FactorResetReason = (typeof factorResetReasons)[number];
