import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconMoon } from '@tabler/icons-react'
import { useI18n } from '../i18n/i18n.ts'

export function ThemeButton() {
  const { t } = useI18n()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const choices = [
    { value: 'auto', label: t('shell.theme.system') },
    { value: 'light', label: t('shell.theme.light') },
    { value: 'dark', label: t('shell.theme.dark') },
  ] as const
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <button type="button" className="icon-button" aria-label={t('shell.theme.label')}>
          <IconMoon size={20} stroke={1.75} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.Item
            key={choice.value}
            role="menuitemradio"
            aria-checked={colorScheme === choice.value}
            rightSection={colorScheme === choice.value ? <IconCheck size={16} aria-hidden="true" /> : null}
            onClick={() => setColorScheme(choice.value)}
          >
            {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
