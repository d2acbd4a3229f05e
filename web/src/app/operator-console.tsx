import { adminMe } from '@voltline/contract'
import { useQueryCall } from '../api/hooks.ts'
import { useI18n } from '../i18n/i18n.ts'
import { PageHead } from '../ui/page.tsx'
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

/** The first page behind an operator's sign-in. */
export function OperatorToday() {
  const { t } = useI18n()
  const { data } = useQueryCall(adminMe, {}, { loads: 'part' })
  const facts = data
    ? t('shell.operatorFrame.signedInAs', { email: data.operator.Email, group: data.operator.Group })
    : ''
  return <PageHead title={t('shell.operatorFrame.title')} facts={facts} />
}
