import { Moon, Sun } from 'lucide-react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { toggleTheme, useTheme } from '#web/platform/theme.ts';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';

export function ThemeSwitch() {
  const t = useText();
  const isDark = useTheme() === 'dark-theme';
  return (
    <IconButton label={t(isDark ? 'common.use_light_theme' : 'common.use_dark_theme')} onClick={toggleTheme}>
      {isDark ? <Sun {...icon} /> : <Moon {...icon} />}
    </IconButton>
  );
}
