import { adminMe } from '@voltline/contract'
import { useQueryCall } from '../api/hooks.ts'
import { useI18n } from '../i18n/i18n.ts'
import { ConsoleLayout } from './console-layout.tsx'
import { operatorMenu } from './menus.tsx'
import { signOutOperator } from './sign-out.ts'

export function OperatorConsole() {
  const { t } = useI18n()
  const { data } = useQueryCall(adminMe, {}, { loads: 'part' })
  return (
    <ConsoleLayout
      frame={{
        label: t('shell.operator'),
        reversed: true,
        home: '/admin',
        menu: operatorMenu,
        name: data?.operator.Email ?? t('shell.operator'),
        accountLinks: [],
        onSignOut: signOutOperator,
      }}
    />
  )
}
