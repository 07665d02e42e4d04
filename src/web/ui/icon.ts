/** How each lucide icon is drawn: `<Pencil {...icon} />`. The text beside it speaks, so it is hidden from readers. */
export const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;
