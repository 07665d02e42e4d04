/**
 * Whether nothing of a text can be seen: it holds nothing but blanks, control characters, and characters that join, separate or
 * direct others. Between others they have their place, as in many scripts and in emoji.
 */
export const isBlank = (text: string): boolean => !/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
