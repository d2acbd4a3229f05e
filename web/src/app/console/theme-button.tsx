import { useMantineColorScheme } from '@mantine/core'
import { IconMoon } from '@tabler/icons-react'
import { useI18n } from '../../i18n/i18n.ts'
import { DropMenu } from '../../ui/popups/drop-menu.tsx'

export function ThemeButton() {
  const { t } = useI18n()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choices = [
    { value: 'auto', label: t('shell.theme.system') },
    { value: 'light', label: t('shell.theme.light') },
    { value: 'dark', label: t('shell.theme.dark') },
  ] as const
  return (
    <DropMenu
      label={t('shell.theme.label')}
      icon={<IconMoon size={20} stroke={1.75} aria-hidden="true" />}
      width={160}
      options={choices.map(({ value, label }) => ({
        label,
        checked: colorScheme === value,
        onClick: () => setColorScheme(value),
      }))}
    />
  )
}
